// Places short labels next to the marks of faults on their lanes, as plain rectangles in pixels. A
// label covers no other, stays in its lane, and leaves the explained shapes visible: names of
// holders, blocks where two clients are inside, and part of each key of the main lock that the
// fault hit. The label of a decisive fault may also hide up to half of another such key. A label
// that fits nowhere is omitted: the mark stays, and its tooltip has the words.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/scene/shapes.h"

namespace locklab::app {

struct FaultLabel {
  std::size_t alarm = 0;  ///< index into TimelineShapes::alarms, of the first one that it describes
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string words;
};

/// Whether two rectangles, such as labels or bars, overlap.
inline bool overlap(const auto& a, const auto& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

struct FaultWords {
  std::string full;       ///< empty for no label
  std::string brief;      ///< used if `full` does not fit; empty if there is no shorter form
  bool decisive = false;  ///< a fault that decides the story is placed before the others
};

struct FaultLabelOptions {
  std::function<float(std::string_view)> width;
  float height = 0;
  float pad = 0;    ///< on both sides of words; halved if the label does not fit otherwise
  float mark = 0;   ///< half the width of a mark
  float right = 0;  ///< end of the view
  /// Returns one label for two faults of a lane in quick succession, given as alarm indices.
  std::function<std::string(std::size_t, std::size_t)> joined;
};

/// Returns the labels that fit, in order of time. `words` is indexed by alarm; no label covers an
/// area in `names`. Faults that are closer together than the width of their words share a label if
/// that fits: any number of faults with the same words, or two with different words.
std::vector<FaultLabel> fault_labels(const TimelineShapes& shapes,
                                     const std::vector<FaultWords>& words,
                                     const FaultLabelOptions& options,
                                     const std::vector<FaultLabel>& names = {});

}  // namespace locklab::app
