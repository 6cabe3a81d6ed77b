// Whether the run on the screen is the one named by a lesson's step.
#pragma once

#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// Whether `run` is the one that `step` names: a story, or a run with changes, which must be
/// exactly those of `run`.
bool is_run_of_step(const ShownRun& run, const std::string& step);

}  // namespace locklab::app
