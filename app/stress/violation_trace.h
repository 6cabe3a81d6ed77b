// A violation under load as a trace, like that of a live run: the two clients that collided, their
// servers as far as their own commands and replies tell, and what struck them. Every check of a run
// judges it, and the timeline shows it.
//
// Other clients are not in it. What they did at the servers is seen only where it explains a reply,
// and what they wrote where one of the two reads it: that is by "somebody".
#pragma once

#include "app/load/stress_work.h"
#include "app/stress/recording.h"
#include "sim/trace/trace.h"

namespace locklab::app {

sim::Trace trace_of(const StressWork& work, const Window& window);

/// What the trace and the report call a client of a load: "client7", counted from 1.
std::string client_name(std::uint32_t client);

}  // namespace locklab::app
