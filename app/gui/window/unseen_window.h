// The whole window without a screen: everything is laid out as it would be drawn, and nothing is
// rasterised. For benchmarks, and for tests that ask where things stand.
#pragma once

#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

/// One at a time: ImGui has one context.
class UnseenWindow {
 public:
  /// `sample`: characters that the fonts need besides the usual ones.
  UnseenWindow(float width, float height, const std::string& sample = {});
  ~UnseenWindow();
  UnseenWindow(const UnseenWindow&) = delete;
  UnseenWindow& operator=(const UnseenWindow&) = delete;

  /// One frame.
  void draw(const Model& model);
  /// What the last frame's views wanted, and where its named widgets were.
  const std::vector<Intent>& wants() const { return wants_; }
  const std::vector<NamedRectangle>& named() const { return named_; }

 private:
  Fonts fonts_;
  std::vector<sim::ScenarioEntry> scenarios_;
  std::vector<Intent> wants_;
  std::vector<NamedRectangle> named_;
};

}  // namespace locklab::app
