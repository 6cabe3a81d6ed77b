// Paints the shapes of a timeline.
#pragma once

#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/view.h"
#include "app/timeline/shapes.h"

namespace locklab::app {

inline constexpr float ruler_top = 19;     ///< at 100 %: below the flags
inline constexpr float ruler_height = 40;  ///< at 100 %

/// Paints the timeline; `at` is the canvas's corner on the screen. There must be a run.
void paint_timeline(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Marks where the run begins to differ from the one it is compared with.
void paint_difference(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Paints what struck beside the marks of faults. Returns the labels that fitted.
std::vector<FaultLabel> paint_fault_words(const View& view, const TimelineShapes& shapes, ImVec2 at,
                                          float width);
/// Paints labels of messages where they fit and cover none of the `taken` ones, and signs where the
/// run goes on beyond the view.
void paint_message_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                         const std::vector<FaultLabel>& taken);

/// Paints the dragged arrow at its new place.
void paint_ghost(const View& view, const TimelineShapes& shapes, const ArrowDrag& drag, ImVec2 at,
                 float width);

/// Paints what the last step changed.
void paint_glow(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

}  // namespace locklab::app
