// The rules of every history, whatever goes wrong. Time never falls. The dead do not send, and the
// frozen do not answer. A new process knows neither old connections nor unseen keys. Nothing passes
// a cut link, and a slow link is slow. Timeouts follow the client's own clock. A message is sent,
// run and received at most once. A replica has the keys of its master. Every fault is told.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The first rule that the scenario's trace breaks, with the event that breaks it. None: it keeps
/// all rules.
std::optional<std::string> broken_rule(const Scenario& scenario, const Trace& trace);

}  // namespace locklab::sim
