// What the window shows and where its named widgets are, for whoever drives it from outside.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

struct DrawnState {
  bool settled = false;  ///< the next frame comes when somebody does something
  bool minimised = false;
  std::uint64_t frames = 0;  ///< drawn so far
  std::uint64_t input = 0;   ///< so much came from mouse and keyboard, and has been acted on
  std::string focus;         ///< the widget that Enter would click; empty: none
};

/// A line for each, its columns parted by tabs.
std::string names_text(const Model& model, const DrawnState& drawn,
                       const std::vector<NamedRectangle>& named);

/// The file that LOCKLAB_WIDGETS names; nobody wants it where that is not set.
class NamesFile {
 public:
  /// Writes it anew where something has changed.
  void tell(const Model& model, const DrawnState& drawn, const std::vector<NamedRectangle>& named);

 private:
  std::string told_;
};

}  // namespace locklab::app
