// How long a real server gave no answer in a run whose scenario has no such fault: what a user must
// know before blaming the lock for what came of it.
#pragma once

#include <vector>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A sentence about each node of a live run that gave no answer for a second or longer, while a
/// client gave up waiting for it. None about nodes that a fault of the run has struck.
std::vector<Sentence> long_silences(const sim::Trace& trace);

}  // namespace locklab::app
