// The whole run in one thin strip: who believes to hold, faults and broken promises, and which part
// is on the screen. Plain shapes in pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/shapes.h"

namespace locklab::app {

struct OverviewShapes {
  std::vector<BarShape> holding;
  std::vector<MarkShape> alarms;  ///< at most one of a kind for each pixel
  float from = 0, to = 0;         ///< the frame around what is on the screen
};

/// `view` is what the timeline shows. Work grows with the pixels and with the faults.
OverviewShapes lay_out_overview(const Axis& axis, const Scene& scene, const TimeView& view,
                                float width, float height,
                                const std::optional<TimelineOptions::Told>& told);

/// A part of the frame.
enum class FramePart : std::uint8_t { outside, inside, left, right };

/// The part under the pointer. A frame that is narrow keeps a middle: its edges then reach
/// outwards.
FramePart frame_part(const OverviewShapes& shapes, float x, float reach);

}  // namespace locklab::app
