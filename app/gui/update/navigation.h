// Where the cursor stands in a run, and how it moves. The model must have a run.
#pragma once

#include <cstdint>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The state right after so many events; more than there are: after the last.
void stand_after(Model& model, std::size_t events);
/// The state at that time, within the run.
void stand_at(Model& model, double at_us);
/// Selects the event and, so that the source follows whoever acts, the lane of its client.
void select_event(Model& model, std::optional<std::uint32_t> event);
/// The state right after that event, which is selected.
void go_to_event(Model& model, std::uint32_t event);

/// Right after that fault of the user's own (of added_faults()) has struck; it never did: stays.
void stand_after_fault(Model& model, std::size_t fault);

/// To the next event of that kind (of the selected client, where a client does it), else to the
/// end.
void run_until(Model& model, Until what);
/// The state at that time, and it is on the screen; later than the run's end: its end.
void run_until_time(Model& model, double at_us);
/// To the next event of the selected lane (by > 0), or the one before (by < 0).
void step_on_lane(Model& model, int by);
/// So much real time has passed while it plays.
void tick(Model& model, double seconds);

/// The verdict whose intervals are lit up: the one under the pointer, else the one that was chosen.
std::optional<std::uint16_t> lit_verdict(const Model& model);

/// The last event before the cursor; none at the start.
std::optional<std::uint32_t> event_at_cursor(const Model& model);

}  // namespace locklab::app
