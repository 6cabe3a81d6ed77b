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

/// Shows what a live run has recorded so far as a growing branch. `problem`: what went wrong after
/// it had ended.
void show_live(Model& model, const ShownRunPtr& run, const Sentence& problem = {});

void live_failed(Model& model, const Sentence& problem);

}  // namespace locklab::app
