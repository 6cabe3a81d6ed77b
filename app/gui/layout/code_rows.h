// Chooses the rows with which code that scrolls begins: always with a statement. Numbers only.
#pragma once

#include <cstddef>
#include <vector>

namespace locklab::app {

/// Some rows of the code, such as those of one line that was broken.
struct CodeSpan {
  std::size_t row = 0;
  std::size_t rows = 1;
};

struct CodeRows {
  std::vector<std::size_t> starts;  ///< the rows that begin a statement; ascending, the first is 0
  std::size_t rows = 0;             ///< all

  /// The first row in a frame of `shown` rows in which the span is in sight, with more of what
  /// comes after it than before.
  std::size_t top_for(CodeSpan span, std::size_t shown) const;
  /// The last row with which a frame may begin: behind it nothing is hidden.
  std::size_t last_top(std::size_t shown) const;
  /// The first row after a scroll to `to`, which may be within a row, `down` or up.
  std::size_t top_near(float to, bool down, std::size_t shown) const;
};

}  // namespace locklab::app
