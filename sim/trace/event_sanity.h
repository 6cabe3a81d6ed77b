// The rules that every event keeps, so that checks and views may use its numbers as indices and add
// its times without checks of their own. Applied to events from a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/trace/event.h"

namespace locklab::sim {

/// The numbers of clients, nodes and so on in the event's trace.
struct EventLimits {
  std::size_t events = 0;
  std::size_t clients = 0;
  std::size_t nodes = 0;
  std::size_t names = 0;
  std::size_t places = 0;
  std::size_t texts = 0;
  std::int64_t not_before = 0;  ///< `at` of the previous event
};

/// The latest time in a trace, in us: about 30 years. Sums of a few times cannot overflow.
inline constexpr std::int64_t latest_us = 1'000'000'000'000'000;

/// The name of the first wrong field; empty if there is none.
std::string_view wrong_field(const Event& event, const EventLimits& limits);

}  // namespace locklab::sim
