// The event that a fault waits for, in words: "n3 ran bob's claim".
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Says what has happened at that event. Every event that a phrase can name (trigger.h) has words.
Sentence moment_words(const sim::Scenario& scenario, const sim::Trigger& trigger);

/// The request of such a trigger: "bob's claim", "bob's claim no. 2".
Sentence request_words(const sim::Scenario& scenario, const sim::Trigger& trigger);

}  // namespace locklab::app
