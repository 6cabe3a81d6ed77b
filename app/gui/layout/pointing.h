// Where the ring and the arrow stand with which a lesson points at something: plain shapes, in
// pixels of the screen. The ring runs around it and the arrow ends at the ring, so that neither
// covers what is shown.
#pragma once

#include <vector>

namespace locklab::app {

struct Rectangle {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const Rectangle&) const = default;

  bool overlaps(const Rectangle& other) const {
    return x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1;
  }
  bool contains(const Rectangle& other) const {
    return x0 <= other.x0 && other.x1 <= x1 && y0 <= other.y0 && other.y1 <= y1;
  }
  Rectangle around(const Rectangle& other) const;
  Rectangle within(const Rectangle& other) const;
  Rectangle grown(float by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
};

struct PointingShape {
  Rectangle ring;
  float tip_x = 0, tip_y = 0;    ///< of the arrow, at the ring
  float tail_x = 0, tail_y = 0;  ///< where it begins
};

/// Points at `target`, which is on the screen: with the longest arrow that covers neither what is
/// pointed at nor, where there is any such place, any of `others` (what contains the target does
/// not count). `scale`: 1 at 100 %.
PointingShape point_at(const Rectangle& target, const Rectangle& screen,
                       const std::vector<Rectangle>& pointed, const std::vector<Rectangle>& others,
                       float scale);

/// What the arrow covers.
Rectangle arrow_room(const PointingShape& shape, float scale);

}  // namespace locklab::app
