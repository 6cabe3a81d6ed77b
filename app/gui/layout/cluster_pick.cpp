// Finds the part of the cluster at a point, on a line, or for a lane.
#include <algorithm>
#include <cmath>

#include "app/gui/layout/cluster_layout.h"

namespace locklab::app {

const PlaceShape* ClusterShapes::place_of(std::uint16_t lane) const {
  for (const PlaceShape& place : places)
    if (place.lane == lane) return &place;
  return nullptr;
}

const LinkShape* ClusterShapes::link_at(float x, float y, float reach) const {
  const LinkShape* nearest = nullptr;
  for (const LinkShape& link : links) {
    const float dx = link.x1 - link.x0;
    const float dy = link.y1 - link.y0;
    const float square = std::max(dx * dx + dy * dy, 1.0f);
    const float part = std::clamp(((x - link.x0) * dx + (y - link.y0) * dy) / square, 0.f, 1.f);
    const float away = std::hypot(link.x0 + part * dx - x, link.y0 + part * dy - y);
    if (away >= reach) continue;
    reach = away;
    nearest = &link;
  }
  return nearest;
}

bool goes_through(const PlaceShape& from, const PlaceShape& to, float x0, float y0, float x1,
                  float y1) {
  float begin = 0, end = 1;
  const auto within = [&](float at, float by, float least, float most) {
    if (by == 0) return at >= least && at <= most;
    const float a = (least - at) / by;
    const float b = (most - at) / by;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
    return true;
  };
  return within(from.x, to.x - from.x, x0, x1) && within(from.y, to.y - from.y, y0, y1) &&
         begin <= end;
}

}  // namespace locklab::app
