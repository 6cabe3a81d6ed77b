// What a fault strikes: both worlds hand it on by that.
#pragma once

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"

namespace locklab::sim {

/// A client, a node or a link. A message is struck on its link.
Subject target_of(const Fault& fault);

/// The event that says that its moment has come, and that it changes nothing.
Event missed(const Fault& fault, FaultToken token, NoEffect why);

}  // namespace locklab::sim
