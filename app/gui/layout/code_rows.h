// Chooses the first visible row of scrolled code: the beginning of a statement, unless the
// statement is longer than the frame. Numbers only.
#pragma once

#include <cstddef>
#include <vector>

namespace locklab::app {

/// Consecutive rows of the code, such as those of one broken line.
struct CodeSpan {
  std::size_t row = 0;
  std::size_t rows = 1;
};

struct CodeRows {
  std::vector<std::size_t> starts;  ///< the rows that begin a statement; ascending, the first is 0
  std::size_t rows = 0;             ///< total number

  /// The first row of a frame with `shown` rows that contains the span, or its first `shown` rows;
  /// preferably with more rows after the span than before it.
  std::size_t top_for(CodeSpan span, std::size_t shown) const;
  /// The first row of a frame that is scrolled to the end of the code.
  std::size_t last_top(std::size_t shown) const;
  /// The first visible row after a scroll to row `to`, which may lie within a row: the start of a
  /// statement at or after it if `down`, otherwise the one at or before it; at most last_top().
  std::size_t top_near(float to, bool down, std::size_t shown) const;
};

}  // namespace locklab::app
