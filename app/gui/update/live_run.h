// A run on real servers in the window: requested, growing, finished.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"
#include "app/words/sentence.h"

namespace locklab::app {

/// Runs the current run on the servers in the form. None: the form shows a problem.
std::optional<Job> run_live(Model& model);

/// Whether the cursor stands at the end of what a live run has recorded that goes step by step: the
/// next step is then the servers' own.
bool steps_live(const Model& model);
/// Whether such a run goes freely.
bool plays_live(const Model& model);
/// The order that an intent of the time bar is to such a run. None: it moves the cursor.
std::optional<Job> order_live(Model& model, const Intent& intent);

/// Shows what a run that goes step by step has recorded, whether or not it is held.
void show_steps(Model& model, const intent::LiveProgress& progress);

/// Shows what a live run has recorded so far as a growing branch. `problem`: what went wrong after
/// it had ended.
void show_live(Model& model, const ShownRunPtr& run, const Sentence& problem = {});

void live_failed(Model& model, const Sentence& problem);

}  // namespace locklab::app
