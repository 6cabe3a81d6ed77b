// The parts of the Stress screen.
#pragma once

#include "app/gui/layout/stress_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws the form of the next load.
void stress_form(const View& view, ImVec2 size);
/// Draws Start or Stop, the load's current phase, and the fault buttons. Returns the height used.
float stress_head(const View& view, float width);
/// Draws the charts of the shown loads, at `places` relative to `at`.
void stress_charts(const View& view, ImVec2 at, const StressPlaces& places);
/// Draws the export buttons above the list of loads, with a check box each. Without loads, draws
/// hints in place of the list and returns the height of buttons and hints; otherwise returns 0.
float stress_loads(const View& view, ImVec2 size);
/// Draws the violations of the selected load.
void stress_violations(const View& view, ImVec2 size);

/// The effect of a fault in a few words: "n1 frozen 800 ms".
std::string mark_words(const View& view, const Strike& strike);

}  // namespace locklab::app
