// A fault of a scenario in words: "alice is paused for 450 ms at 61 ms". The fault comes first,
// since narrow labels are cut at the end.
#pragma once

#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/scenario/strike_kind.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Describes what the fault does, to whom and when.
Sentence fault_words(const sim::Scenario& scenario, const sim::Fault& fault);

/// The kinds of these faults, each once: "a pause", "a clock jump". Omits faults that only end
/// another one. If one is a failover, kills are omitted too: the master's death belongs to the
/// failover.
std::vector<Sentence> fault_kinds(const std::vector<sim::Fault>& faults);

/// A kind of fault with its article: "a pause".
Sentence kind_words(sim::StrikeKind kind);

}  // namespace locklab::app
