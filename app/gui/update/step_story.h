// Whether the run on the screen is the one that a lesson's step names.
#pragma once

#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// A step may name a story, or a run with changes: each change must be there, and no other.
bool is_run_of_step(const ShownRun& run, const std::string& step);

}  // namespace locklab::app
