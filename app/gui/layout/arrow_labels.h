// Places labels on the arrows of messages, as plain rectangles in pixels. A label is centred on the
// visible part of its arrow and overlaps no other; a label that does not fit is omitted. Among lost
// messages only the selected one has a label, near its sender.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

/// Horizontal length in pixels at 100 % below which an arrow gets no label.
inline constexpr float least_labelled_arrow = 36;

/// The possible labels of an arrow of TimelineShapes::arrows.
struct ArrowWords {
  std::size_t arrow = 0;
  std::string full, brief;  ///< `brief` is used if `full` does not fit
  bool first = false;       ///< placed before all others, since its message is selected
};

struct ArrowLabel {
  std::size_t arrow = 0;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string words;
};

/// Returns the labels that fit. `width` measures a text; a label is `height` pixels high, with
/// `pad` on both sides of its text. Labels stay below `top` and left of `right`, and cover none of
/// the `taken` labels.
std::vector<ArrowLabel> arrow_labels(const TimelineShapes& shapes,
                                     const std::vector<ArrowWords>& words,
                                     const std::function<float(std::string_view)>& width,
                                     float height, float pad, float top, float right,
                                     const std::vector<FaultLabel>& taken = {});

}  // namespace locklab::app
