// Compares a run with the expectations of its scenario.
#pragma once

#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// One sentence for each expectation that was not met: "expected mutual_exclusion broken, but it
/// was kept". Empty if all were met.
std::vector<Sentence> unmet(const Expectation& expect, const Trace& trace,
                            const std::vector<Verdict>& verdicts);

/// The expectations that this outcome would meet: one for each promised verdict that applies.
Expectation expecting(const std::vector<Verdict>& verdicts);

}  // namespace locklab::sim
