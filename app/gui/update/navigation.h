// Moves the cursor and the view. The model must have a run.
#pragma once

#include <cstdint>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The timeline's axis for the current run, of the kind in the settings.
Axis axis_of(const Model& model);
/// The axis with its visible part, `width` pixels wide.
AxisView axis_on_screen(const Model& model, float width);
/// The view of a span of time, with a margin.
TimeView view_around(const Model& model, double from_us, double to_us);
/// The view of the whole run, with a margin.
TimeView whole_view(const Model& model);
/// The initial view of a trace: the whole run or, if its beginning is missing, the recorded part.
TimeView kept_view(const Model& model);
/// The cursor's position on the axis, in us or steps.
double cursor_position(const Model& model);

/// Zooms in if a step from `before`, a position of the axis, has moved the cursor too little to be
/// noticeable, unless the user has zoomed or a live run is in progress.
void follow_step(Model& model, double before);
/// Moves right after the first `events` events, at most to the end.
void stand_after(Model& model, std::size_t events);
/// Moves to a time, at most to the run's end.
void stand_at(Model& model, double at_us);
/// Moves right after `events` events and, if a lesson's step names a time, to that time.
void stand_at_moment(Model& model, const Showing& showing, std::size_t events);
/// Selects the event and its client's lane, so that the source follows; nullopt clears the selected
/// event.
void select_event(Model& model, std::optional<std::uint32_t> event);
/// Moves right after an event and selects it.
void go_to_event(Model& model, std::uint32_t event);

/// Moves to the start, before the first event, and clears the selected event.
void go_to_start(Model& model);
/// Moves to the end and selects the last event.
void go_to_end(Model& model);
/// Selects a verdict (an index into the run's verdicts) and moves to the event that decided it, if
/// any. The view of a broken promise shows both sides of the clash.
void go_to_verdict(Model& model, std::uint16_t verdict);

/// Moves to the event that saved the branch on screen, a remedy, and explains it; does nothing if
/// there is no such event.
void stand_where_saved(Model& model);

/// Moves to the event that decides a verdict: the clash of a broken promise, or the end of the run
/// for a kept one.
void go_to_answer(Model& model, std::uint16_t verdict);

/// Moves right after the injection of an added fault (an index into added_faults()), if it was
/// injected.
void stand_after_fault(Model& model, std::size_t fault);

/// Moves to the next event of this kind, of the selected client if it is a client's event; to the
/// end if there is none. After the last broken promise, wraps around to the first; if none is
/// broken, says so and stays.
void run_until(Model& model, Until what);
/// Whether the recorded events after the cursor contain a violation for run_until().
bool has_clash_ahead(const Model& model);
/// Moves to a time and scrolls it into view; at most to the run's end.
void run_until_time(Model& model, double at_us);
/// Moves to the next (by > 0) or previous event of the selected lane.
void step_on_lane(Model& model, int by);
/// Advances the cursor during playback; `seconds` of real time have passed.
void tick(Model& model, double seconds);

/// Whether the branch shows a live run in progress, which may still break promises.
bool is_being_recorded(const Model& model, std::size_t branch);
/// Whether a verdict of a branch may be revealed: the cursor has passed the event that broke the
/// promise, or the end of the branch or of its story. While a live run is recorded, only broken
/// promises are revealed. Always true for a finished recording, and in a lesson, where is_told()
/// hides the verdicts that would answer a question.
bool is_reached(const Model& model, std::size_t branch, const sim::Verdict& verdict);
/// Whether a verdict of the current branch may be revealed.
bool is_reached(const Model& model, const sim::Verdict& verdict);

/// The highlighted verdict: the one under the pointer, otherwise the selected one.
std::optional<std::uint16_t> lit_verdict(const Model& model);

/// The last event before the cursor; nullopt at the start.
std::optional<std::uint32_t> event_at_cursor(const Model& model);

}  // namespace locklab::app
