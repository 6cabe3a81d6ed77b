// Describes the real servers of a live run, for a user who wants to inspect them directly.
#pragma once

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// "REAL REDIS 7.0.15 at n1 127.0.0.1:30001, n2 127.0.0.1:30002", and how late the run was if that
/// is known. Empty if the run was simulated, or its servers are unknown.
Sentence servers_words(const sim::TraceInfo& info);

/// The same with the time of day at which the run began.
Sentence servers_and_time_words(const sim::TraceInfo& info);

}  // namespace locklab::app
