// The real servers of a live run, in words: somebody may want to look at them beside the lab.
#pragma once

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// "REAL REDIS 7.0.15 at n1 127.0.0.1:30001, n2 127.0.0.1:30002", and by how much a run that has
/// ended was late. Empty: the run was simulated, or nobody knows where it was.
Sentence servers_words(const sim::TraceInfo& info);

/// The same with the time of day at which the run began.
Sentence servers_and_time_words(const sim::TraceInfo& info);

}  // namespace locklab::app
