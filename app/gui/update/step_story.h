// Whether the run on the screen is the one named by a lesson's step.
#pragma once

#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// Whether the run matches. A step may name a story, or a run with changes: the run must have
/// exactly these changes.
bool is_run_of_step(const ShownRun& run, const std::string& step);

}  // namespace locklab::app
