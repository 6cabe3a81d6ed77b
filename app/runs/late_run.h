// Whether a live run was too late for its schedule: what a user must know before believing what it
// shows.
#pragma once

#include <cstdint>
#include <optional>

#include "lock/time.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// By how much a live run of the scenario may be late before it may show something else.
Duration room_in_schedule(const sim::Scenario& scenario);

/// By how much the run was late, in us. nullopt: its schedule has room for that, or nobody knows.
std::optional<std::int64_t> too_late_us(const sim::Trace& trace, const sim::Scenario& scenario);

/// A warning that the machine was too slow for the schedule.
Sentence too_late_words(std::int64_t late_us);

}  // namespace locklab::app
