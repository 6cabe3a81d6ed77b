// Checks for every run: the history keeps its rules, the same run comes out twice, and a saved
// trace opens again with the same verdicts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// All verdicts with their reasons.
std::string verdicts_in_words(const Trace& trace);

/// The problem of a trace that is saved and opened again. None: all is well.
std::optional<std::string> wrong_when_opened_again(const Trace& trace);

/// The problem of the scenario's run, which `run` makes. None: all is well.
std::optional<std::string> wrong_with_run(const Scenario& scenario,
                                          const std::function<Trace(const Scenario&)>& run);
std::optional<std::string> wrong_with_run(const Scenario& scenario);

}  // namespace locklab::sim
