// What of a timeline's shapes is under the pointer. Places are pixels from the shapes' corner.
#pragma once

#include <cstdint>
#include <optional>

#include "app/changes/spot.h"
#include "app/timeline/shapes.h"

namespace locklab::app {

struct Pick {
  float x = 0, y = 0;
  float scale = 1;   ///< pixels for what is one at 100 %
  float ruler = 24;  ///< its height
};

/// The event that the nearest mark or arrow there stands for.
std::optional<std::uint32_t> event_at(const Scene& scene, const TimelineShapes& shapes,
                                      const Pick& pick);

/// The arrow there; null: none.
const ArrowShape* arrow_at(const TimelineShapes& shapes, const Pick& pick);

/// The arrow whose head is there, of a message that arrived; null: none.
const ArrowShape* head_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick);

/// What a fault that is dropped there is done to: a message, else a lane.
std::optional<Spot> spot_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick);

}  // namespace locklab::app
