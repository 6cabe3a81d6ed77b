// What the mouse does on the timeline: hover, click, pan, zoom, drag an arrow's head, drop a tool,
// open the menu of what is there.
#pragma once

#include "app/gui/window/view.h"
#include "app/timeline/shapes.h"

namespace locklab::app {

/// The last widget is the timeline, whose shapes begin at `at`.
void timeline_pointer(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

}  // namespace locklab::app
