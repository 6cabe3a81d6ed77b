// The rule that every fault that took effect is recorded, without which a history cannot be
// explained.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"
#include "tests/support/history_state.h"

namespace locklab::sim {

/// The complaint about a fault whose time came and whose target existed, but which the history does
/// not record; std::nullopt if there is none.
std::optional<std::string> untold_fault(const Scenario& scenario, const Trace& trace,
                                        const std::set<FaultToken>& told_of,
                                        const std::map<ClientId, ClientHistory>& clients,
                                        const std::map<NodeId, NodeHistory>& nodes);

}  // namespace locklab::sim
