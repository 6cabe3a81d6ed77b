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

/// Runs the current run on the servers in the form. None: the form shows a problem.
std::optional<Job> run_live(Model& model);

void not_struck(Model& model, const Sentence& problem);
/// The order that an intent of the time bar is to such a run. None: it moves the cursor.
std::optional<Job> order_live(Model& model, const Intent& intent);

/// Shows what a live run has recorded so far as a growing branch. `held`: it stands still, or is
/// over; the cursor then goes on by one event for each step that was ordered. `problem`: what went
/// wrong after it had ended.
void show_live(Model& model, const ShownRunPtr& run, bool held, const Sentence& problem = {});

/// After the user has moved the cursor, it no longer follows the end of a live run.
void stop_following(Model& model);
/// After an intent: a user who has moved the cursor has read what was done, and does not follow a
/// live run any more.
void note_move(Model& model, const Cursor& before, const Intent& intent);

void live_failed(Model& model, const Sentence& problem);

/// The model before the intent, if a live run goes on that the intent may not end: only who is told
/// that it ends (Cancel, Leave, Quit) may do so, and the run itself.
std::optional<Model> before_end_of_live_run(const Model& model, const Intent& intent);
/// Refuses the intent whole if the live run of `before` is no longer made or shown after it: puts
/// the model back, and says why. `job`: what the intent asked for; returns what is to be done.
std::optional<Job> spare_live_run(Model& model, const Model& before, std::optional<Job> job);

}  // namespace locklab::app
