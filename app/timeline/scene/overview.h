// The whole run in one thin strip: which clients believe that they hold, faults and violations, and
// which part is visible in the timeline. Plain shapes in pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/scene/shapes.h"

namespace locklab::app {

struct OverviewShapes {
  std::vector<BarShape> holding;
  std::vector<MarkShape> alarms;  ///< at most one of each kind per pixel
  float from = 0, to = 0;         ///< the frame around the visible part
};

/// Lays out the strip; `view` is the timeline's visible part. The work grows with the width in
/// pixels and the number of alarms (Scene::alarms).
OverviewShapes lay_out_overview(const Axis& axis, const Scene& scene, const TimeView& view,
                                float width, float height,
                                const std::optional<TimelineOptions::Told>& told);

enum class FramePart : std::uint8_t { outside, inside, left, right };

/// The part of the frame at `x`. An edge reaches `reach` pixels to both sides, but inwards at most
/// a quarter of the frame's width, so that a narrow frame keeps a middle.
FramePart frame_part(const OverviewShapes& shapes, float x, float reach);

}  // namespace locklab::app
