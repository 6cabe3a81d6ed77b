// Silences of real servers that no fault of the run explains. A user must know of them before
// blaming the lock.
#pragma once

#include <vector>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// One sentence for each node of a live run that neither ran nor answered a request for a second or
/// longer while a client gave up waiting for it. Nodes that a fault of the run has hit are omitted.
/// Empty for a simulated run.
std::vector<Sentence> long_silences(const sim::Trace& trace);

}  // namespace locklab::app
