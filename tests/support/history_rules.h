// The rules of every history, whatever its faults. Time never falls. Dead clients do not send, and
// frozen nodes do not reply. A new process knows neither old connections nor unseen keys. Nothing
// passes a cut link, and a slow link is slow. Timeouts follow the client's own clock. A message is
// sent, run and received at most once. A replica has the keys of its master. Every fault is
// recorded.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The first rule that the scenario's trace breaks, with its event; std::nullopt if it obeys all
/// rules.
std::optional<std::string> broken_rule(const Scenario& scenario, const Trace& trace);

}  // namespace locklab::sim
