// The order in which a run is told and stepped. A node runs a command and changes its memory at one
// moment, and the trace names the command first. A reader should see the cause before the effect:
// the key appears, then its OK leaves. So an answer is told after what it changed, and both are one
// step. So is a request that was lost before its client gave up waiting for it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/trace.h"

namespace locklab::app {

/// Events that are one step, first and last in the trace: the first one is told after the others.
struct ToldGroup {
  std::uint32_t first = 0, last = 0;
};
ToldGroup group_of(const sim::Trace& trace, std::uint32_t event);

/// The event that is told at this place: a rearrangement of all events, place by place.
std::uint32_t told_at(const sim::Trace& trace, std::uint32_t place);
/// The place of an event: the inverse of told_at.
std::uint32_t place_of(const sim::Trace& trace, std::uint32_t event);

/// The nearest number of events, from `events` on or before it, that parts no answer from what it
/// changed.
std::size_t step_up(const sim::Trace& trace, std::size_t events);
std::size_t step_down(const sim::Trace& trace, std::size_t events);

}  // namespace locklab::app
