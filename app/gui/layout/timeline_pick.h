// Finds the shape of a timeline under the pointer. Positions are in pixels from the upper left
// corner of the shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/changes/spot.h"
#include "app/gui/layout/fault_labels.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

struct Pick {
  float x = 0, y = 0;
  float scale = 1;   ///< 1 at 100 %
  float ruler = 24;  ///< height of the ruler
  float flags = 24;  ///< height of its upper part, which has the flags
};

/// The event of the alarm, fault label, mark or arrow under the pointer, in this order; nullopt if
/// none.
std::optional<std::uint32_t> event_at(const Scene& scene, const TimelineShapes& shapes,
                                      const std::vector<FaultLabel>& labels, const Pick& pick);

/// The fault, end of a fault or violation whose mark or flag is under the pointer, preferably a
/// violation; null if none.
const MarkShape* alarm_at(const TimelineShapes& shapes, const Pick& pick);

/// The nearest arrow of a single message under the pointer; null if none.
const ArrowShape* arrow_at(const TimelineShapes& shapes, const Pick& pick);

/// The arrow whose head is under the pointer, if its message arrived; null if none.
const ArrowShape* head_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick);

/// The arrow whose head the pointer can drag: like head_at(), but only if its message belongs to
/// the `selected` event. A drag that begins at any other head moves the timeline.
const ArrowShape* head_grip(const Scene& scene, const TimelineShapes& shapes, const Pick& pick,
                            std::uint32_t selected);

/// The fault, or end of a fault, whose mark, flag or label is under the pointer; null if none.
const MarkShape* fault_at(const TimelineShapes& shapes, const std::vector<FaultLabel>& labels,
                          const Pick& pick);

/// The target of a fault dropped here: a message, otherwise a lane; nullopt if there is neither.
std::optional<Spot> spot_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick);

}  // namespace locklab::app
