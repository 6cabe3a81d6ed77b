// Where a lane has too many marks to distinguish, it shows their density: columns whose height
// grows with their content, and a number for each stretch with room for it. Plain rectangles in
// pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

struct DenseColumn {
  float x0 = 0, x1 = 0;
  std::uint32_t count = 0;
  float strength = 0;  ///< 0 .. 1: relative to the maximum on the screen, on a logarithmic scale
};

/// Adjacent dense columns of a lane.
struct DenseStretch {
  std::uint16_t lane = 0;
  bool pinned = false;
  float y0 = 0, y1 = 0;
  std::uint64_t count = 0;
  std::vector<DenseColumn> columns;

  float x0() const { return columns.front().x0; }
  float x1() const { return columns.back().x1; }
};

/// The folded bars and marks of the lanes; columns closer than `gap` pixels are one stretch.
std::vector<DenseStretch> dense_stretches(const TimelineShapes& shapes, float gap);

/// By mark: whether there is no room for a disc of `wide` pixels among the others of its lane.
std::vector<bool> crowded_marks(const TimelineShapes& shapes, float wide);

/// A number in the middle of each stretch that has room for it; covers none of the `taken` labels.
/// FaultLabel::alarm is the index of the stretch.
std::vector<FaultLabel> density_labels(const std::vector<DenseStretch>& stretches,
                                       const std::function<float(std::string_view)>& width,
                                       float height, float pad, float right,
                                       const std::vector<FaultLabel>& taken);

}  // namespace locklab::app
