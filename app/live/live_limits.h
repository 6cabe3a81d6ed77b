// The limits of a live world, checked before anything is started.
#pragma once

#include <optional>
#include <string_view>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The first part of the scenario that is not available live on this target, and what to do
/// instead.
std::optional<LiveProblem> not_available_live(const sim::Scenario& scenario,
                                              const LiveTarget& target);

/// The same for one fault of a scenario of that name.
std::optional<LiveProblem> not_available_live(const sim::Fault& fault, std::string_view scenario,
                                              const LiveTarget& target);

/// Why the scenario cannot go step by step on this target. None: it can.
std::optional<LiveProblem> not_stepped_live(const sim::Scenario& scenario,
                                            const LiveTarget& target);

/// The advice for a process that gets no more files, sockets or processes from the system.
Sentence raise_limit();
/// The same advice where `why` says that this is what is missing, otherwise `advice`.
Sentence raise_limit_or(std::string_view why, const Sentence& advice);

}  // namespace locklab::app
