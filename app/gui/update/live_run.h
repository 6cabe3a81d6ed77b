// A run on real servers, as the window sees it: asked for, growing, over.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The run that is shown, on the servers that the form says. None: the form says what is wrong.
std::optional<Job> run_live(Model& model);

/// What a live run has recorded so far is one more branch, which grows.
void show_live(Model& model, const ShownRunPtr& run);

void live_failed(Model& model, const Sentence& problem);

}  // namespace locklab::app
