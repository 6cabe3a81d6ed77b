// A run on real servers in the window: requested, growing, finished.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"
#include "app/gui/update/live_state.h"
#include "app/words/sentence.h"

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

/// The live run that goes on, unless the intent is to end it. A change of the story would end it
/// too, unasked: the change's run takes its place, and its servers end.
std::optional<PendingRun> live_run_to_spare(const Model& model, const Intent& intent);
/// After such an intent: refuses a change, says why, and lets the live run go on. `job`: what the
/// intent asked for; returns what of it is to be done.
std::optional<Job> spare_live_run(Model& model, const PendingRun& live, std::optional<Job> job);

}  // namespace locklab::app
