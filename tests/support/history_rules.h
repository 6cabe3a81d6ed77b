// What holds in every history, whatever goes wrong: time never falls, the dead send nothing, the
// frozen answer nothing, a new process knows no old connection and no other keys than those that
// were seen, nothing passes where a link is cut, a slow link is slow, patience lasts as long as its
// client's own clock says, each message is sent, run and received once at most, a replica has what
// its master has, and no fault passes in silence.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The first rule that the trace of that scenario breaks, with the event that breaks it; none: it
/// keeps all.
std::optional<std::string> broken_rule(const Scenario& scenario, const Trace& trace);

}  // namespace locklab::sim
