// Says how a live run and its simulation differ.
#pragma once

#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Simulates the run and says the first step in which a live one differs, if one does. What a run
/// that was `stopped` would have done later counts as no difference.
Sentence beside_simulation(const sim::OpenedRun& opened, const sim::Trace& live, bool stopped);

}  // namespace locklab::app
