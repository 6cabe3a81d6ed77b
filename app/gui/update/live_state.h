// Where a live run is in the window: it starts, goes step by step, waits for an order, plays.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

/// Whether the cursor stands at the end of what a live run has recorded that goes step by step: the
/// next step is then the servers' own.
bool steps_live(const Model& model);
/// Whether servers start for a live run that has not begun.
bool is_starting_live(const Model& model);
/// Whether the run on screen is one that goes step by step: faults strike it now.
bool is_stepped_live(const Model& model);
/// Whether faults can be added to the run on screen: it is simulated, or goes step by step.
bool can_be_struck(const Model& model);
/// Whether such a run goes freely.
bool plays_live(const Model& model);
/// Whether a step was ordered of which nothing has come back.
bool awaits_step(const Model& model);

}  // namespace locklab::app
