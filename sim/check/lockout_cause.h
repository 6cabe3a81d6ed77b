// What kept the waiters out during a lock-out: facts of the trace (nodes that were down, keys on
// the nodes, refusals), with the time that each of them held.
#pragma once

#include "sim/check/lockout.h"

namespace locklab::sim {

/// Sets the cause of a lock-out of which the other members are known. At each moment the waiter
/// that was closest to getting in counts; the cause with the most time is chosen.
void find_cause(const Trace& trace, Lockout& lockout);

}  // namespace locklab::sim
