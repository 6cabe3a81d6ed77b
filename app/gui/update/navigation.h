// Moves the cursor. The model must have a run.
#pragma once

#include <cstdint>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The axis of the timeline.
Axis axis_of(const Model& model);
/// The axis with its part on the screen.
AxisView axis_on_screen(const Model& model, float width);
/// The view of a span of time, with a margin.
TimeView view_around(const Model& model, double from_us, double to_us);
/// The view of the whole run.
TimeView whole_view(const Model& model);
/// The view of what a run's trace has: of the whole run, or of its end.
TimeView kept_view(const Model& model);
/// The cursor's position on the axis.
double cursor_position(const Model& model);

/// Zooms in where the whole run is in view and a step from `before`, a position of the axis, has
/// moved the cursor too little to be seen.
void follow_step(Model& model, double before);
/// Moves right after the first `events` events, at most to the end.
void stand_after(Model& model, std::size_t events);
/// Moves to a time within the run.
void stand_at(Model& model, double at_us);
/// Moves right after `events`, at the time that a step of a lesson names, if it names one.
void stand_at_moment(Model& model, const Showing& showing, std::size_t events);
/// Selects the event and its client's lane, so that the source follows.
void select_event(Model& model, std::optional<std::uint32_t> event);
/// Moves right after an event and selects it.
void go_to_event(Model& model, std::uint32_t event);

/// Moves to the start, where nothing has happened and nothing is selected.
void go_to_start(Model& model);
/// Moves to the end and selects the last event.
void go_to_end(Model& model);
/// Selects a verdict (an index into the run's) and moves to the event that decided it, if any. If
/// it is broken, the view shows both sides of the clash.
void go_to_verdict(Model& model, std::uint16_t verdict);

/// Goes to the event that saved the branch on screen, a remedy, and explains it.
void stand_where_saved(Model& model);

/// Goes where a verdict is told: a broken one at its clash, a kept one at the end of the run.
void go_to_answer(Model& model, std::uint16_t verdict);

/// Moves right after the strike of an added fault (of added_faults()), if it struck.
void stand_after_fault(Model& model, std::size_t fault);

/// Moves to the next event of this kind, of the selected client if it is a client's event;
/// otherwise to the end. After the last broken promise comes the first again.
void run_until(Model& model, Until what);
/// Whether a broken promise lies ahead of the cursor, in what is recorded.
bool has_clash_ahead(const Model& model);
/// Moves to a time and scrolls it into view; at most to the run's end.
void run_until_time(Model& model, double at_us);
/// Moves to the next (by > 0) or previous event of the selected lane.
void step_on_lane(Model& model, int by);
/// Advances the cursor while it plays; `seconds` of real time have passed.
void tick(Model& model, double seconds);

/// Whether a live run that goes on is shown by that branch: what is not broken yet may still be.
bool is_being_recorded(const Model& model, std::size_t branch);
/// Whether the cursor has been where a verdict of the run was decided. What a reader has not seen
/// yet is not given away, in branches too unless the end of their story is known; a lesson hides
/// what answers its questions, and a recorded run is the reader's own.
bool is_reached(const Model& model, std::size_t branch, const sim::Verdict& verdict);
/// The same in the branch that is shown.
bool is_reached(const Model& model, const sim::Verdict& verdict);

/// The highlighted verdict: the one under the pointer, otherwise the selected one.
std::optional<std::uint16_t> lit_verdict(const Model& model);

/// The last event before the cursor; none at the start.
std::optional<std::uint32_t> event_at_cursor(const Model& model);

}  // namespace locklab::app
