// The whole window without a screen: laid out like the real one, but not rasterised. For benchmarks
// and for tests of positions.
#pragma once

#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

/// A window without a screen. Only one may exist at a time, since it makes its ImGui context the
/// current one.
class UnseenWindow {
 public:
  /// `sample`: characters that the fonts need in addition to the default ones. `scale`: 1 at 100 %.
  UnseenWindow(float width, float height, const std::string& sample = {}, float scale = 1);
  ~UnseenWindow();
  UnseenWindow(const UnseenWindow&) = delete;
  UnseenWindow& operator=(const UnseenWindow&) = delete;

  void draw(const Model& model);
  /// The intents of the last frame's views, and the positions of its named widgets.
  const std::vector<Intent>& wants() const { return wants_; }
  const std::vector<NamedRectangle>& named() const { return named_; }
  const Fonts& fonts() const { return fonts_; }

 private:
  float scale_;
  ThemeName theme_ = ThemeName::dark;
  Fonts fonts_;
  std::vector<sim::ScenarioEntry> scenarios_;
  std::vector<Intent> wants_;
  std::vector<NamedRectangle> named_;
};

}  // namespace locklab::app
