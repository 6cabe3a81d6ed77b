// The target of a fault, by which both worlds decide who applies it.
#pragma once

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"

namespace locklab::sim {

/// The kind of target: a client, a node or a link. Faults of messages have their link as target.
Subject target_of(const Fault& fault);

/// The fault_missed event: the moment of the fault has come, and the fault changes nothing.
Event missed(const Fault& fault, FaultToken token, NoEffect why);

}  // namespace locklab::sim
