// A load in words, for reports and for the window.
#pragma once

#include "app/load/stress_work.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// "64 clients"
Sentence how_many_clients(const StressWork& work);
/// "a lock for each"
Sentence whose_locks(const StressWork& work);
/// "64 clients, a lock for each, 1 server"
Sentence about(const StressWork& work);

}  // namespace locklab::app
