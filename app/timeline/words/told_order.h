// The order in which a run's events are listed and stepped through. A node runs a command and
// changes its memory at one moment, and the trace records the command first. A reader should see
// the cause before the effect: the key appears, then its OK leaves. So a reply is listed after its
// changes, and both are one step. Likewise, the loss of a message is listed before the timeout that
// the trace records ahead of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/trace.h"

namespace locklab::app {

/// The indices of the first and last event of a step. The first one is listed last.
struct ToldGroup {
  std::uint32_t first = 0, last = 0;
};
ToldGroup group_of(const sim::Trace& trace, std::uint32_t event);

/// The event listed at this place: a permutation of all events.
std::uint32_t told_at(const sim::Trace& trace, std::uint32_t place);
/// The place of an event: the inverse of told_at.
std::uint32_t place_of(const sim::Trace& trace, std::uint32_t event);

/// The nearest number of events, from `events` upwards or downwards, that does not divide a step.
std::size_t step_up(const sim::Trace& trace, std::size_t events);
std::size_t step_down(const sim::Trace& trace, std::size_t events);

}  // namespace locklab::app
