// A scrolling frame with lines of code. The first visible line begins a statement, unless the
// statement with the client's line is higher than the frame. No line is cut off at the top or
// bottom, even after the user has scrolled.
#pragma once

#include <optional>

#include "app/gui/layout/code_rows.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws a frame around everything drawn during its lifetime, in a monospaced font.
class CodeFrame {
 public:
  /// `size`: available size; the height is rounded down to whole rows. `line`: height of a row, in
  /// pixels. `wide`: lines are not broken, and the frame scrolls horizontally.
  CodeFrame(const View& view, ImVec2 size, float line, float font_scale, bool wide);
  ~CodeFrame();
  CodeFrame(const CodeFrame&) = delete;
  CodeFrame& operator=(const CodeFrame&) = delete;

  /// The number of visible rows.
  std::size_t shown() const { return shown_; }
  /// Scrolls to the client's rows `at` (the top if nullopt) whenever `place`, which identifies the
  /// client and its line, has changed; after the user has scrolled, aligns the top with a
  /// statement. Must be called before the first row is drawn.
  void scroll(const CodeRows& rows, std::optional<CodeSpan> at, int place);

 private:
  const float line_;
  std::size_t shown_ = 1;
  float bottom_ = 0;   ///< lower edge of the frame, on the screen
  float content_ = 0;  ///< height of all rows and of the space below them
};

}  // namespace locklab::app
