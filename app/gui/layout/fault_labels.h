// Places a few words beside the marks of faults on their lanes, as plain rectangles in pixels. A
// label covers no other and stays in its lane; one that does not fit is left out.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shapes.h"

namespace locklab::app {

struct FaultLabel {
  std::size_t alarm = 0;  ///< index into TimelineShapes::alarms
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string words;
};

/// Whether two labels, of faults or of arrows, cover each other in part.
inline bool overlap(const auto& a, const auto& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// The labels that fit, `words` by alarm; empty: none wanted. Words have the given width and
/// `height`, with `pad` on both sides, beside a mark of `mark` pixels on each side of its middle.
/// They stand in the order of time and cover none of the `taken` labels, unless there is no other
/// place: what struck is told first.
std::vector<FaultLabel> fault_labels(const TimelineShapes& shapes,
                                     const std::vector<std::string>& words,
                                     const std::function<float(std::string_view)>& width,
                                     float height, float pad, float mark, float right,
                                     const std::vector<FaultLabel>& taken = {});

}  // namespace locklab::app
