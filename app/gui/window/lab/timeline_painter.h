// Paints the shapes of a timeline.
#pragma once

#include "app/gui/layout/density.h"
#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/lab/ruler_size.h"
#include "app/gui/window/view.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

/// The words on the lanes of a timeline.
struct LaneWords {
  std::vector<FaultLabel> struck;  ///< words next to the marks of faults, still to be painted
  std::vector<FaultLabel> taken;   ///< `struck` and the painted labels: other words avoid them
};

/// Opacity of the dimming of events after the cursor.
inline constexpr float future_dimmed = 0.62f;

/// Paints the timeline's shapes and the words on its lanes, except those returned in
/// LaneWords::struck. `at` is the canvas's upper left corner on the screen. There must be a run.
LaneWords paint_timeline(const View& view, const TimelineShapes& shapes,
                         const std::vector<DenseStretch>& dense, ImVec2 at, float width);

/// Draws the strip of the whole run at ImGui's cursor in the current window, and handles its mouse.
void overview(const View& view, ImVec2 size);

/// Marks where the run begins to differ from the one it is compared with.
void paint_difference(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Places the words of faults next to their marks. `names`: labels that they must not cover.
std::vector<FaultLabel> place_fault_words(const View& view, const TimelineShapes& shapes,
                                          float width, const std::vector<FaultLabel>& names);
/// Paints labels placed by place_fault_words().
void paint_fault_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                       const std::vector<FaultLabel>& labels);
/// Paints the labels of messages that fit and cover none of the `taken` labels, and signs where the
/// run continues beyond the view.
void paint_message_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                         const std::vector<FaultLabel>& taken);

/// Paints the density of indistinguishable shapes. Must be called before arrows and marks, which
/// are painted above it.
void paint_density(const View& view, const TimelineShapes& shapes,
                   const std::vector<DenseStretch>& stretches, ImVec2 at, float width);
/// Paints the counts of dense stretches that cover none of the `taken` labels. Returns the `taken`
/// labels and the painted ones.
std::vector<FaultLabel> paint_density_words(const View& view, const TimelineShapes& shapes,
                                            const std::vector<DenseStretch>& stretches, ImVec2 at,
                                            float width, std::vector<FaultLabel> taken);

/// Whether a broken property may look known: its verdict is revealed to the reader and, in a
/// lesson, the cursor is past the event that broke it.
bool is_known_break(const Model& model, const MarkShape& alarm);
/// Whether a fault or its end comes after the cursor in the trace, but not in time, so that it
/// would seem to be in the past.
bool is_to_come(const View& view, const MarkShape& alarm);
/// Paints the marks of faults, their ends and broken properties, with their flags in the ruler.
void paint_alarms(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Paints the band that a drag will zoom to, and the two marks with the time between them.
void paint_ranges(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Paints the dragged fault at its new time, or with its new length.
void paint_ghost(const View& view, const TimelineShapes& shapes, const FaultDrag& drag, ImVec2 at,
                 float width);

/// Paints the dragged arrow at its new place.
void paint_ghost(const View& view, const TimelineShapes& shapes, const ArrowDrag& drag, ImVec2 at,
                 float width);

/// Dims the events after the cursor, except the highlighted clash once the cursor has reached it.
void paint_future(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                  float cursor_x);
/// Adds a notice in the hidden future, if it fits there, while the reader is asked to predict it.
void paint_asked(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

/// Highlights the changes of the last step.
void paint_glow(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

}  // namespace locklab::app
