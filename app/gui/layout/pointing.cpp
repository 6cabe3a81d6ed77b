#include "app/gui/layout/pointing.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace locklab::app {

namespace {

constexpr float arrow_half = 8;  ///< half of the arrow's width
constexpr std::array<float, 3> lengths{34, 24, 16};

enum class Side { left, above, right, below };

/// An arrow that points at one side of the ring, at the fraction `along` of that side, 0 .. 1.
PointingShape from_side(const Rectangle& ring, Side side, float along, float length) {
  const float x = ring.x0 + along * (ring.x1 - ring.x0);
  const float y = ring.y0 + along * (ring.y1 - ring.y0);
  switch (side) {
    case Side::left:
      return {ring, ring.x0, y, ring.x0 - length, y};
    case Side::above:
      return {ring, x, ring.y0, x, ring.y0 - length};
    case Side::right:
      return {ring, ring.x1, y, ring.x1 + length, y};
    default:
      return {ring, x, ring.y1, x, ring.y1 + length};
  }
}

bool is_free(const Rectangle& room, const std::vector<Rectangle>& taken, const Rectangle& target) {
  return std::none_of(taken.begin(), taken.end(), [&](const Rectangle& other) {
    return !other.contains(target) && other.overlaps(room);
  });
}

}  // namespace

Rectangle Rectangle::around(const Rectangle& other) const {
  return {std::min(x0, other.x0), std::min(y0, other.y0), std::max(x1, other.x1),
          std::max(y1, other.y1)};
}

Rectangle Rectangle::within(const Rectangle& other) const {
  return {std::max(x0, other.x0), std::max(y0, other.y0), std::min(x1, other.x1),
          std::min(y1, other.y1)};
}

Rectangle arrow_room(const PointingShape& shape, float scale) {
  const float half = arrow_half * scale;
  const bool across = shape.tip_y == shape.tail_y;
  const Rectangle line{std::min(shape.tip_x, shape.tail_x), std::min(shape.tip_y, shape.tail_y),
                       std::max(shape.tip_x, shape.tail_x), std::max(shape.tip_y, shape.tail_y)};
  return across ? Rectangle{line.x0, line.y0 - half, line.x1, line.y1 + half}
                : Rectangle{line.x0 - half, line.y0, line.x1 + half, line.y1};
}

PointingShape point_at(const Rectangle& target, const Rectangle& screen,
                       const std::vector<Rectangle>& pointed, const PointingNeighbours& around,
                       float scale) {
  // At the edge of the screen the ring shrinks rather than disappears.
  const Rectangle wide = target.grown(halo_gap * scale);
  const float edge = scale;
  const Rectangle ring = wide.within(screen.grown(-edge));
  std::optional<PointingShape> over_ground;
  for (const float length : lengths)
    for (const Side side : {Side::left, Side::above, Side::right, Side::below})
      for (const float along : {0.5f, 0.15f, 0.85f}) {
        const PointingShape shape = from_side(ring, side, along, length * scale);
        const Rectangle room = arrow_room(shape, scale);
        if (!screen.contains(room) || !is_free(room, pointed, target) ||
            !is_free(room.grown(scale), around.words, target))
          continue;
        if (is_free(room, around.grounds, target)) return shape;
        if (!over_ground) over_ground = shape;
      }
  return over_ground.value_or(PointingShape{ring, ring.x0, ring.y0, ring.x0, ring.y0});
}

std::vector<Rectangle> ring_lines(const Rectangle& ring, const std::vector<Rectangle>& labels,
                                  float margin) {
  std::vector<Rectangle> lines;
  const auto add = [&](const Rectangle& side, bool across) {
    std::vector<std::pair<float, float>> gaps;
    for (const Rectangle& label : labels) {
      const Rectangle free = label.grown(margin);
      const bool through =
          across ? free.y0 < side.y0 && side.y0 < free.y1 : free.x0 < side.x0 && side.x0 < free.x1;
      if (through) gaps.emplace_back(across ? free.x0 : free.y0, across ? free.x1 : free.y1);
    }
    std::sort(gaps.begin(), gaps.end());
    float from = across ? side.x0 : side.y0;
    const float end = across ? side.x1 : side.y1;
    const auto draw = [&](float to) {
      if (to <= from) return;
      lines.push_back(across ? Rectangle{from, side.y0, to, side.y1}
                             : Rectangle{side.x0, from, side.x1, to});
    };
    for (const auto& [begin, behind] : gaps) {
      draw(std::min(begin, end));
      from = std::max(from, behind);
    }
    draw(end);
  };
  add({ring.x0, ring.y0, ring.x1, ring.y0}, true);
  add({ring.x1, ring.y0, ring.x1, ring.y1}, false);
  add({ring.x0, ring.y1, ring.x1, ring.y1}, true);
  add({ring.x0, ring.y0, ring.x0, ring.y1}, false);
  return lines;
}

}  // namespace locklab::app
