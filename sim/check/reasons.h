// Explains why the lock admitted two clients at once: the part of a verdict's sentence that a
// student learns from. It reads the trace after the breach is known, so that the checks need not
// remember any of this.
//
// Only causes are named: a pause or a clock change without which the breach would have happened
// anyway is left out.
#pragma once

#include <cstddef>

#include "sim/check/verdict_words.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Why the lock admitted another client while the one that entered at `earlier` was inside, from
/// the fault to the second vote: "alice was paused at 13 ms, and the lease ran out on n1 at 62 ms,
/// so n1 let bob in".
Reason why_let_in(const Trace& trace, std::size_t earlier, std::size_t later);

}  // namespace locklab::sim
