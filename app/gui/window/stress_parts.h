// The parts of the Stress screen.
#pragma once

#include "app/gui/layout/stress_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// The form of the next load.
void stress_form(const View& view, ImVec2 size);
/// Start or Stop, what the load does now, and the faults by button. Returns the height that it
/// took.
float stress_head(const View& view, float width);
/// The charts of the loads that are shown, at these places below `at`.
void stress_charts(const View& view, ImVec2 at, const StressPlaces& places);
/// The loads that were made, with a check box each, and how they are exported.
float stress_loads(const View& view, ImVec2 size);
/// The violations of the selected load.
void stress_violations(const View& view, ImVec2 size);

/// What a fault did, in a few words: "n1 frozen 800 ms".
std::string mark_words(const View& view, const LoadMark& mark);

}  // namespace locklab::app
