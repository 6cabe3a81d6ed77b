// Replaces bars and marks that are too close to distinguish with their density: columns whose
// height grows with their count, and a number for each stretch that has space for it. Plain
// rectangles in pixels.
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

/// The folded bars and marks of the lanes; columns at most `gap` pixels apart form one stretch.
std::vector<DenseStretch> dense_stretches(const TimelineShapes& shapes, float gap);

/// By mark: whether it is a read, write or rejection less than `wide` pixels away from another one
/// of its lane.
std::vector<bool> crowded_marks(const TimelineShapes& shapes, float wide);

/// Places each stretch's count in the middle of its visible part, if the number fits there and
/// covers none of the `taken` labels. FaultLabel::alarm is the index of the stretch.
std::vector<FaultLabel> density_labels(const std::vector<DenseStretch>& stretches,
                                       const std::function<float(std::string_view)>& width,
                                       float height, float pad, float right,
                                       const std::vector<FaultLabel>& taken);

}  // namespace locklab::app
