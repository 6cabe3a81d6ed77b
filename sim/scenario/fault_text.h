// A fault as a scenario's file, or a run's name, says it.
#pragma once

#include <string>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// "{at_ms=61.5, pause={client="alice", ms=150}}": TOML on one line. The fault must have a time, or
/// wait for a node to have run a client's request. `scenario` has the names.
std::string to_toml(const Fault& fault, const Scenario& scenario);

}  // namespace locklab::sim
