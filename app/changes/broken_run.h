// The run that comes of what a user does to one by hand: the same one with one more fault. A run is
// its name, so that a branch can be pasted into a mail.
#pragma once

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of the run in which `tool` strikes `spot` at `at_us`; a message when it leaves.
std::string broken_run(const ShownRun& run, const Spot& spot, const BreakingTool& tool,
                       std::optional<double> size, double at_us);

/// The name of the run in which that message arrives then, all before being as it was; none: it
/// cannot be so early.
std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us);
/// How early it can arrive: it may have been delayed by hand before.
double earliest_arrival(const ShownRun& run, const Spot& message);
/// Why it does not arrive before.
Sentence no_earlier(double earliest_us);

}  // namespace locklab::app
