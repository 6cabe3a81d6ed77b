// What a live world cannot do, said before anything is started.
#pragma once

#include <optional>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"

namespace locklab::app {

/// The first thing in the scenario that is not available live on this target, and what to do
/// instead.
std::optional<LiveProblem> not_available_live(const sim::Scenario& scenario,
                                              const LiveTarget& target);

/// What to do where the system gives this process no more files, sockets or processes.
Sentence raise_limit();

}  // namespace locklab::app
