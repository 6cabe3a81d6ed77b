// A fault of a scenario in words: "61 ms: alice is paused for 450 ms".
#pragma once

#include "app/words/sentence.h"
#include "sim/scenario/scenario.h"

namespace locklab::app {

/// Says what the fault does, to whom and when.
Sentence fault_words(const sim::Scenario& scenario, const sim::Fault& fault);

}  // namespace locklab::app
