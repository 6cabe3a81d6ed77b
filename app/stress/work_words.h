// A load in words, for reports and for the window.
#pragma once

#include "app/stress/stress_work.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// "64 clients"
Sentence how_many_clients(const StressWork& work);
/// "a lock for each"
Sentence whose_locks(const StressWork& work);

}  // namespace locklab::app
