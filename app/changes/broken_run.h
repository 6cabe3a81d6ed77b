// Runs with one more fault, made by a user. A run is its name, so a branch can be pasted into a
// mail.
#pragma once

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of the run in which `tool` is applied to `spot` at `at_us`; a message is hit when it is
/// sent.
std::string broken_run(const ShownRun& run, const Spot& spot, const BreakingTool& tool,
                       std::optional<double> size, double at_us);

/// The name of the run in which a message arrives at `to_us` while everything before stays the
/// same. nullopt if it cannot arrive so early.
std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us);
/// The earliest possible arrival. A message delayed by the user may arrive earlier than it does
/// now.
double earliest_arrival(const ShownRun& run, const Spot& message);
/// Explains why a message cannot arrive earlier.
Sentence no_earlier(double earliest_us);

}  // namespace locklab::app
