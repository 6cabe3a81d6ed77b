#include "app/gui/layout/code_rows.h"

#include <algorithm>

namespace locklab::app {

namespace {

constexpr float above_part = 0.4f;  ///< fraction of the frame above the client's line

/// The last start at or before `row`; 0 if there is none.
std::size_t start_before(const std::vector<std::size_t>& starts, std::size_t row) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), row);
  return after == starts.begin() ? 0 : *(after - 1);
}

/// The first start at or after `row`; the last one if all are before it, 0 without any.
std::size_t start_after(const std::vector<std::size_t>& starts, std::size_t row) {
  const auto at = std::lower_bound(starts.begin(), starts.end(), row);
  return at != starts.end() ? *at : starts.empty() ? 0 : starts.back();
}

}  // namespace

std::size_t CodeRows::last_top(std::size_t shown) const {
  return rows <= shown ? 0 : start_after(starts, rows - shown);
}

std::size_t CodeRows::top_for(CodeSpan span, std::size_t shown) const {
  const auto above = static_cast<std::size_t>(above_part * static_cast<float>(shown));
  const std::size_t wanted = span.row > above ? span.row - above : 0;
  std::size_t top = start_before(starts, std::min(wanted, last_top(shown)));
  const std::size_t end = span.row + std::min(span.rows, shown);
  if (end > top + shown) top = start_after(starts, end - shown);
  // If a statement is longer than the frame, the client's line takes precedence.
  if (top > span.row || end > top + shown) top = std::min(span.row, last_top(shown));
  return top;
}

std::size_t CodeRows::top_near(float to, bool down, std::size_t shown) const {
  const auto row = static_cast<std::size_t>(std::max(to, 0.0f));
  const bool within = static_cast<float>(row) < to;
  const std::size_t top =
      down ? start_after(starts, row + (within ? 1 : 0)) : start_before(starts, row);
  return std::min(top, last_top(shown));
}

}  // namespace locklab::app
