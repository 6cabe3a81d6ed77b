// Descriptions of a load in words, for reports and the window.
#pragma once

#include "app/load/stress_work.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Number of clients: "64 clients".
Sentence how_many_clients(const StressWork& work);
/// Distribution of the locks: "a lock for each".
Sentence whose_locks(const StressWork& work);
/// Summary of a load: "64 clients, a lock for each, 1 server".
Sentence about(const StressWork& work);

}  // namespace locklab::app
