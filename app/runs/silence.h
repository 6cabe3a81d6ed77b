// How long a real server did not reply in a run whose scenario has no such fault, which a user must
// know before blaming the lock.
#pragma once

#include <vector>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// One sentence for each node of a live run that did not reply for a second or longer while a
/// client gave up waiting for it. Nodes affected by a fault of the run are omitted.
std::vector<Sentence> long_silences(const sim::Trace& trace);

}  // namespace locklab::app
