// What a fault does to a link, and the events that record it: the same in the simulator and live.
#pragma once

#include <optional>

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"
#include "sim/wire/network.h"

namespace locklab::sim {

/// The fault as an entry of a link.
LinkFault link_fault(const Fault& fault, FaultToken token);

/// The event that records its beginning. A command filter is kept as the event's text in `trace`
/// (if null, it is omitted). nullopt for a drop or a delay, which become visible when they hit a
/// message.
std::optional<Event> link_struck(const Fault& fault, FaultToken token, ClientId client, NodeId node,
                                 Trace* trace);

/// The event that records the end of a cut, a slow or a hold. `standing`: others remain active.
Event link_fault_over(FaultKind kind, FaultToken token, ClientId client, NodeId node,
                      bool standing);

}  // namespace locklab::sim
