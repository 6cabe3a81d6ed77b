// Describes the event that a fault waits for: "n3 ran bob's claim".
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Describes the trigger's event. Covers every event that a phrase can name (trigger.h).
Sentence moment_words(const sim::Scenario& scenario, const sim::Trigger& trigger);

/// The request that a trigger names: "bob's claim", "bob's claim no. 2".
Sentence request_words(const sim::Scenario& scenario, const sim::Trigger& trigger);

}  // namespace locklab::app
