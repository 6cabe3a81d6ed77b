// The arrow that is being dragged, as it would be.
#pragma once

#include "app/gui/timeline_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

void paint_ghost(const View& view, const TimelineShapes& shapes, const ArrowDrag& drag, ImVec2 at,
                 float width);

}  // namespace locklab::app
