// Paints the shapes of a timeline.
#pragma once

#include "app/gui/timeline_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

inline constexpr float ruler_top = 19;     ///< at 100 %: below the flags
inline constexpr float ruler_height = 40;  ///< at 100 %

/// `at`: the corner of the canvas on the screen. There must be a run.
void paint_timeline(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

}  // namespace locklab::app
