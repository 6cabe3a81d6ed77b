// Detects a live run that fell too far behind its schedule for its result to be trusted.
#pragma once

#include <cstdint>
#include <optional>

#include "lock/time.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The delay that a live run of the scenario tolerates without a change of its result.
Duration room_in_schedule(const sim::Scenario& scenario);

/// The delay of the run in us; nullopt if its schedule tolerates the delay, or the delay is
/// unknown.
std::optional<std::int64_t> too_late_us(const sim::Trace& trace, const sim::Scenario& scenario);

/// A warning that the machine was too slow for the schedule.
Sentence too_late_words(std::int64_t late_us);

}  // namespace locklab::app
