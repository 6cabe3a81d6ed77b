// What holds of every run, whatever is run: the history keeps its rules, the same run comes out
// twice, and a saved trace opens again and is judged the same.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// All verdicts with their reasons.
std::string verdicts_in_words(const Trace& trace);

/// What is wrong with the trace once it has been saved; nothing: all is well.
std::optional<std::string> wrong_when_opened_again(const Trace& trace);

/// What is wrong with the run of that scenario, which `run` makes; nothing: all is well.
std::optional<std::string> wrong_with_run(const Scenario& scenario,
                                          const std::function<Trace(const Scenario&)>& run);
std::optional<std::string> wrong_with_run(const Scenario& scenario);

}  // namespace locklab::sim
