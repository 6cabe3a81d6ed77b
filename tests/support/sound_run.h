// Checks for every run: the history obeys its rules, a second run is the same, and a saved trace
// opens again with the same verdicts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// All verdicts with their reasons.
std::string verdicts_in_words(const Trace& trace);

/// The problem of saving a trace and opening it again; std::nullopt if there is none.
std::optional<std::string> wrong_when_opened_again(const Trace& trace);

/// The first problem of the scenario's run, made by `run`; std::nullopt if there is none.
std::optional<std::string> wrong_with_run(const Scenario& scenario,
                                          const std::function<Trace(const Scenario&)>& run);
std::optional<std::string> wrong_with_run(const Scenario& scenario);

}  // namespace locklab::sim
