// Where the words of messages stand beside their arrows: as plain rectangles in pixels. A label
// stands at the middle of its arrow, and none covers another; what has no room has none.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shapes.h"

namespace locklab::app {

/// Pixels at 100 %: a steeper arrow says nothing.
inline constexpr float least_labelled_arrow = 36;

/// What could be said at one arrow of TimelineShapes::arrows.
struct ArrowWords {
  std::size_t arrow = 0;
  std::string full, brief;  ///< the brief ones where the full ones have no room
  bool first = false;       ///< before all others: its message is selected
};

struct ArrowLabel {
  std::size_t arrow = 0;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string words;
};

/// `width` of words and their `height`, with `pad` at both sides; nothing stands above `top` or
/// beyond `right`.
std::vector<ArrowLabel> arrow_labels(const TimelineShapes& shapes,
                                     const std::vector<ArrowWords>& words,
                                     const std::function<float(std::string_view)>& width,
                                     float height, float pad, float top, float right);

}  // namespace locklab::app
