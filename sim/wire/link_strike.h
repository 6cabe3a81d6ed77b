// What a fault does to a link, and the events that say so: the same in the simulator and live.
#pragma once

#include <optional>

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"
#include "sim/wire/network.h"

namespace locklab::sim {

/// The fault of a link as it stands there.
LinkFault link_fault(const Fault& fault, FaultToken token);

/// The event that records its strike, with the command that alone is meant as its text in `trace`
/// (null: without). None: a drop and a delay are seen when they meet a message.
std::optional<Event> link_struck(const Fault& fault, FaultToken token, ClientId client, NodeId node,
                                 Trace* trace);

/// The event that records the end of a cut, a slow or a hold. `standing`: others remain.
Event link_fault_over(FaultKind kind, FaultToken token, ClientId client, NodeId node,
                      bool standing);

}  // namespace locklab::sim
