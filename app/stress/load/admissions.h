// Judges locks without critical sections: whether a rate limiter kept its quota, and whether the
// counter of an atomic command shows every acknowledged change.
#pragma once

#include <optional>

#include "app/load/stress_result.h"
#include "app/stress/load.h"
#include "app/stress/servers/stress_servers.h"

namespace locklab::app {

/// Sets each counter to its initial value, if the lock's work is one atomic command.
std::optional<LiveProblem> set_counters(const Load& load, const StressServers& servers);

/// Compares the grants with what is allowed: windows by the load's own clock, counters in Redis.
/// `servers` is null if a server was lost or the load failed; then no counter is read.
Admissions judge_admissions(const Load& load, const StressServers* servers);

}  // namespace locklab::app
