// Builds a trace of a violation under load, like that of a live run: the two clients involved, the
// state of the servers as inferred from their commands and replies, and the faults. All checks of a
// run can judge the trace, and the timeline can show it.
//
// Other clients are not included. Their effect on the servers appears only where it explains a
// reply, and their writes only where one of the two clients reads them, as writes by "somebody".
#pragma once

#include "app/load/stress_work.h"
#include "app/stress/recording.h"
#include "sim/trace/trace.h"

namespace locklab::app {

sim::Trace trace_of(const StressWork& work, const Window& window);

/// Name of a client in the trace, counted from 1: "client7".
std::string client_name(std::uint32_t client);

}  // namespace locklab::app
