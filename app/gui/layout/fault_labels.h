// Places a few words beside the marks of faults on their lanes, as plain rectangles in pixels. A
// label covers no other, stays in its lane, and hides nothing that it explains: no name of a
// holder, no block where two are inside, and of a key at most a part, where the fault struck it.
// One that fits nowhere is left out: the mark stays, and its tooltip has the words.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shapes.h"

namespace locklab::app {

struct FaultLabel {
  std::size_t alarm = 0;  ///< index into TimelineShapes::alarms, of the first that it tells
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string words;
};

/// Whether two labels, of faults or of arrows, cover each other in part.
inline bool overlap(const auto& a, const auto& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// What a fault says beside its mark.
struct FaultWords {
  std::string full;       ///< empty: nothing
  std::string brief;      ///< where `full` has no room; empty: nothing shorter
  bool decisive = false;  ///< what the story turns on has its place before the others
};

struct FaultLabelOptions {
  std::function<float(std::string_view)> width;
  float height = 0;
  float pad = 0;    ///< on both sides of words; of brief ones a half
  float mark = 0;   ///< on both sides of a mark's middle
  float right = 0;  ///< end of the view
  /// The words of two faults of a lane, by alarm, that strike one soon after the other.
  std::function<std::string(std::size_t, std::size_t)> joined;
};

/// The labels that fit, `words` by alarm. They stand in the order of time; two faults that are
/// nearer than their words share a label. `names`: what no label may cover.
std::vector<FaultLabel> fault_labels(const TimelineShapes& shapes,
                                     const std::vector<FaultWords>& words,
                                     const FaultLabelOptions& options,
                                     const std::vector<FaultLabel>& names = {});

}  // namespace locklab::app
