// Paints the shapes of a timeline.
#pragma once

#include "app/gui/window/view.h"
#include "app/timeline/shapes.h"

namespace locklab::app {

inline constexpr float ruler_top = 19;     ///< at 100 %: below the flags
inline constexpr float ruler_height = 40;  ///< at 100 %

/// `at`: the corner of the canvas on the screen. There must be a run.
void paint_timeline(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Where the run begins to differ from the one that it is compared with, if it is.
void paint_difference(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// What messages say, where their arrows have room, and whether the run goes on beyond the view.
void paint_message_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// The arrow that is being dragged, as it would be.
void paint_ghost(const View& view, const TimelineShapes& shapes, const ArrowDrag& drag, ImVec2 at,
                 float width);

/// What the last step changed.
void paint_glow(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

}  // namespace locklab::app
