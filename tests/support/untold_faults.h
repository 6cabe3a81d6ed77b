// The rule that every fault which strikes is told: nobody can explain a history that leaves one
// out.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"
#include "tests/support/history_state.h"

namespace locklab::sim {

/// The complaint about a fault whose moment came, whose target was there, and which is not among
/// those that the history tells of.
std::optional<std::string> untold_fault(const Scenario& scenario, const Trace& trace,
                                        const std::set<FaultToken>& told_of,
                                        const std::map<ClientId, ClientHistory>& clients,
                                        const std::map<NodeId, NodeHistory>& nodes);

}  // namespace locklab::sim
