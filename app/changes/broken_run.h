// The runs that a user makes by hand: a run with one more fault. A run is its name, so a branch can
// be pasted into a mail.
#pragma once

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of the run in which `tool` strikes `spot` at `at_us`; a message is struck when it is
/// sent.
std::string broken_run(const ShownRun& run, const Spot& spot, const BreakingTool& tool,
                       std::optional<double> size, double at_us);

/// The name of the run in which a message arrives at `to_us` while everything before stays as it
/// was. None: it cannot arrive so early.
std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us);
/// The earliest possible arrival. A message that was delayed by hand may arrive earlier than it
/// does now.
double earliest_arrival(const ShownRun& run, const Spot& message);
/// Says why a message cannot arrive earlier.
Sentence no_earlier(double earliest_us);

}  // namespace locklab::app
