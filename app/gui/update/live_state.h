// The state of a live run in the window: starting, stepped, waiting for an order, playing.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

/// Whether the cursor is at the end of a stepped live run's recorded events: the next step is then
/// performed by the servers.
bool steps_live(const Model& model);
/// Whether a live run has been requested and is not shown yet.
bool is_starting_live(const Model& model);
/// Whether the run on screen is a stepped live run: faults are then injected immediately.
bool is_stepped_live(const Model& model);
/// Whether faults can be added to the run on screen: it is simulated or stepped.
bool can_be_struck(const Model& model);
/// Whether a stepped run is playing, and the cursor is at its end.
bool plays_live(const Model& model);
/// Whether an ordered step has not been reported yet.
bool awaits_step(const Model& model);

}  // namespace locklab::app
