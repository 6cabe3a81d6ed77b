// A fault as text, in a scenario's file or in a run's name.
#pragma once

#include <string>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// The fault as one line of TOML: "{at_ms=61.5, pause={client="alice", ms=150}}". The fault must
/// have a time, or wait for an event that a phrase can express (trigger.h). The names come from
/// `scenario`.
std::string to_toml(const Fault& fault, const Scenario& scenario);
/// The fault as one line of TOML, with its moment as a file writes it: at_ms=61.5
std::string to_toml(const Fault& fault, const std::string& moment, const Scenario& scenario);

}  // namespace locklab::sim
