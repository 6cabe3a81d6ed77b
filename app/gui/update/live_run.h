// A run on real servers in the window: requested, growing, finished.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"
#include "app/gui/update/live_state.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Runs the current run on the servers in the form. nullopt if there is no run, or the form shows a
/// problem.
std::optional<Job> run_live(Model& model);

void not_struck(Model& model, const Sentence& problem);
/// The order that an intent of the time bar gives to a stepped run; nullopt if it only moves the
/// cursor.
std::optional<Job> order_live(Model& model, const Intent& intent);

/// Shows the events recorded so far as a growing branch. `held`: the run is held or over; the
/// cursor then advances by one event for each ordered step. `problem`: a remark about a run that is
/// over, such as keys left behind; empty if none.
void show_live(Model& model, const ShownRunPtr& run, bool held, const Sentence& problem = {});

/// Stops the cursor from following the end of a live run.
void stop_following(Model& model);
/// Called after an intent: if the user has moved the cursor, dismisses the message about a success
/// and stops following a live run.
void note_move(Model& model, const Cursor& before, const Intent& intent);

void live_failed(Model& model, const Sentence& problem);

/// A copy of the model before the intent if there is a live run that the intent must not end;
/// otherwise nullopt. Only deliberate intents (Cancel, Leave, Quit, and Saved while leaving) and
/// reports of a run may end it.
std::optional<Model> before_end_of_live_run(const Model& model, const Intent& intent);
/// Rejects the whole intent if it has ended or removed the live run of `before`: restores the
/// model, and reports the reason. Another story may replace a run whose servers are still starting.
/// `job`: the intent's job; returns the job to start.
std::optional<Job> spare_live_run(Model& model, const Model& before, std::optional<Job> job);

}  // namespace locklab::app
