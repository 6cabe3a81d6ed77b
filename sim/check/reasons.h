// Why the lock let two in at once: the part of a verdict's sentence that a student learns from.
// Read from the trace once a promise is known to be broken, so that the checks themselves need not
// remember any of it.
//
// What is named made a difference: a pause or a changed clock that the breach would have happened
// without is left out.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Why the lock let another client in beside the one that entered at `earlier`: "alice had been
/// paused since 13 ms and its lease had run out on n1 at 62.4 ms". Empty: the trace does not tell.
Sentence why_let_in(const Trace& trace, std::size_t earlier, std::size_t later);

}  // namespace locklab::sim
