// The limits of a live world, checked before anything is started.
#pragma once

#include <optional>
#include <string_view>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Returns the first problem that prevents a live run of the scenario on this target, and what to
/// do about it; nullopt if there is none.
std::optional<LiveProblem> not_available_live(const sim::Scenario& scenario,
                                              const LiveTarget& target);

/// Returns why the fault, of a scenario of that name, is not available live on this target; nullopt
/// if it is.
std::optional<LiveProblem> not_available_live(const sim::Fault& fault, std::string_view scenario,
                                              const LiveTarget& target);

/// Returns why the scenario cannot be stepped on this target; nullopt if it can.
std::optional<LiveProblem> not_stepped_live(const sim::Scenario& scenario,
                                            const LiveTarget& target);

/// Returns the advice for a process to which the system refuses more files, sockets or processes.
Sentence raise_limit();
/// Returns raise_limit() if the error message `why` is about the limit of open files, otherwise
/// `advice`.
Sentence raise_limit_or(std::string_view why, const Sentence& advice);

}  // namespace locklab::app
