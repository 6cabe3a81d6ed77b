// The mouse on the timeline: hover, click, pan, zoom, drag an arrow's head, a fault, the cursor or
// a range, drop a tool, open the context menu.
#pragma once

#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/view.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

/// Handles the mouse on the last widget, a timeline whose shapes begin at `at` on the screen.
/// `labels`: the words of faults on its lanes.
void timeline_pointer(const View& view, const TimelineShapes& shapes,
                      const std::vector<FaultLabel>& labels, ImVec2 at, float width);

}  // namespace locklab::app
