// Runs in which a user has dragged a message to a later arrival.
#pragma once

#include <optional>
#include <string>

#include "app/changes/spot.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of the run in which a message arrives at `to_us` while everything before stays the
/// same. nullopt if it cannot arrive then.
std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us);
/// The earliest possible arrival, in us; 0 if the message never arrives. One that the user has
/// delayed already can arrive earlier than it does now.
double earliest_arrival(const ShownRun& run, const Spot& message);
/// Explains why a message cannot arrive earlier.
Sentence no_earlier(double earliest_us);

}  // namespace locklab::app
