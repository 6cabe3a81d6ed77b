// Reports the window's content and the positions of its named widgets to a program that drives it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

struct DrawnState {
  bool settled = false;  ///< nothing moves until the next input or progress report
  bool minimised = false;
  std::uint64_t frames = 0;  ///< frames laid out so far, whether or not they differed
  std::uint64_t input = 0;   ///< mouse and keyboard inputs handled so far
  std::string focus;         ///< the focused widget; empty if none
  bool typing = false;       ///< a text field has the focus
};

/// One line for each property of the window and for each named widget, with columns separated by
/// tabs.
std::string names_text(const Model& model, const DrawnState& drawn,
                       const std::vector<NamedRectangle>& named);

/// The file named by the environment variable LOCKLAB_WIDGETS; not written if that is unset or
/// empty.
class NamesFile {
 public:
  /// Replaces the file if its content has changed.
  void tell(const Model& model, const DrawnState& drawn, const std::vector<NamedRectangle>& named);

 private:
  std::string told_;
};

}  // namespace locklab::app
