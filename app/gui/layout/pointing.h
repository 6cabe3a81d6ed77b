// The ring and the arrow with which a lesson highlights something, as plain shapes in screen
// pixels. The ring surrounds the target and the arrow ends at the ring, so neither covers it,
// except that the ring shrinks at the edge of the screen.
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

inline constexpr float halo_gap = 3;  ///< between the target and its ring, at 100 %

struct PointingShape {
  Rectangle ring;
  float tip_x = 0, tip_y = 0;    ///< of the arrow, at the ring
  float tail_x = 0, tail_y = 0;  ///< start of the arrow; equal to the tip if there is none
};

/// The other widgets on the screen.
struct PointingNeighbours {
  std::vector<Rectangle> words;    ///< texts and buttons, which no arrow covers
  std::vector<Rectangle> grounds;  ///< pictures, which an arrow may cover if necessary
};

/// Highlights `target`, which is on the screen. The arrow is as long as possible without covering
/// the target, any of `pointed`, any words or, if avoidable, a ground; it may cover anything that
/// contains the target. If there is no place for an arrow, only the ring is drawn. `scale`: 1 at
/// 100 %.
PointingShape point_at(const Rectangle& target, const Rectangle& screen,
                       const std::vector<Rectangle>& pointed, const PointingNeighbours& around,
                       float scale);

/// The area that the arrow covers.
Rectangle arrow_room(const PointingShape& shape, float scale);

/// The sides of a ring, without the parts that would cross a label or come within `margin` of it.
std::vector<Rectangle> ring_lines(const Rectangle& ring, const std::vector<Rectangle>& labels,
                                  float margin);

}  // namespace locklab::app
