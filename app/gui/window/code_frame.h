// A frame with lines of code. It shows whole lines only, at its top and at its bottom, and begins
// with a statement, also after the user has scrolled.
#pragma once

#include <optional>

#include "app/gui/layout/code_rows.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Begins when it is made, in the monospaced font with lines of `line` pixels, and ends with it.
class CodeFrame {
 public:
  /// `size`: what it may fill. `wide`: lines are not broken, and the frame scrolls across.
  CodeFrame(const View& view, ImVec2 size, float line, float font_scale, bool wide);
  ~CodeFrame();
  CodeFrame(const CodeFrame&) = delete;
  CodeFrame& operator=(const CodeFrame&) = delete;

  /// The rows that it shows.
  std::size_t shown() const { return shown_; }
  /// Scrolls to the row at which the client is whenever `place` has changed. To be called before
  /// the first row is drawn.
  void scroll(const CodeRows& rows, std::optional<CodeSpan> at, int place);

 private:
  const float line_;
  std::size_t shown_ = 1;
  float bottom_ = 0;   ///< of the frame, on the screen
  float content_ = 0;  ///< height of all rows
};

}  // namespace locklab::app
