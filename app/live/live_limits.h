// The limits of a live world, checked before anything is started.
#pragma once

#include <optional>
#include <string_view>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Returns the first part of the scenario that is not available live on this target, and what to do
/// instead; nullopt if all of it is.
std::optional<LiveProblem> not_available_live(const sim::Scenario& scenario,
                                              const LiveTarget& target);

/// Does the same for one fault of a scenario of that name.
std::optional<LiveProblem> not_available_live(const sim::Fault& fault, std::string_view scenario,
                                              const LiveTarget& target);

/// Returns why the scenario cannot be stepped on this target; nullopt if it can.
std::optional<LiveProblem> not_stepped_live(const sim::Scenario& scenario,
                                            const LiveTarget& target);

/// Returns the advice for a process to which the system refuses more files, sockets or processes.
Sentence raise_limit();
/// Returns raise_limit() if `why` names such a limit, otherwise `advice`.
Sentence raise_limit_or(std::string_view why, const Sentence& advice);

}  // namespace locklab::app
