// A fault of a scenario in words: "61 ms: alice is paused for 450 ms".
#pragma once

#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/scenario/strike_kind.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Says what the fault does, to whom and when.
Sentence fault_words(const sim::Scenario& scenario, const sim::Fault& fault);

/// The kinds of these faults, each once: "a pause", "a clock jump". What only ends a fault is none,
/// and the death of a master belongs to its failover.
std::vector<Sentence> fault_kinds(const std::vector<sim::Fault>& faults);

/// A kind of fault with its article: "a pause".
Sentence kind_words(sim::StrikeKind kind);

}  // namespace locklab::app
