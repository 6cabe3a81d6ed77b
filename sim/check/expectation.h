// Did a run come out as its scenario says?
#pragma once

#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// What was expected and did not come, a sentence each: "expected mutual_exclusion broken, but it
/// was kept". Empty: all as expected.
std::vector<Sentence> unmet(const Expectation& expect, const Trace& trace,
                            const std::vector<Verdict>& verdicts);

/// What to expect of a run that came out like this: the promised verdicts that apply.
Expectation expecting(const std::vector<Verdict>& verdicts);

}  // namespace locklab::sim
