// The target of a fault, by which the simulated and the live world decide who applies it.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/trace/event.h"

namespace locklab::sim {

/// The kind of target: a client, a node or a link. Faults of messages have their link as target.
Subject target_of(const Fault& fault);

/// Whether the node may be a replica at some time of the run: it begins as one, or a fault or the
/// Sentinels may promote a replica of it.
bool may_be_replica(const Scenario& scenario, NodeId node);

/// The fault_missed event: the moment of the fault has come, and the fault changes nothing.
Event missed(const Fault& fault, FaultToken token, NoEffect why);

}  // namespace locklab::sim
