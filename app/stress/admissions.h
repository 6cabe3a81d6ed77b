// Judges locks without critical sections: what a rate limiter has let through, and whether the
// counter of an atomic command shows every change that was acknowledged.
#pragma once

#include <optional>

#include "app/load/stress_result.h"
#include "app/stress/load.h"
#include "app/stress/stress_servers.h"

namespace locklab::app {

/// Gives each counter its first value, where the lock's work is one command.
std::optional<LiveProblem> set_counters(const Load& load, const StressServers& servers);

/// What was admitted, against what may be: windows by the load's own clock, counters by Redis.
Admissions judge_admissions(const Load& load, const StressServers& servers);

}  // namespace locklab::app
