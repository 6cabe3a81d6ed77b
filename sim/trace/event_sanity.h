// What every event must obey, whoever wrote it: so that checks and views may index by its numbers
// and add its times without asking again. Applied to events that come from a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/trace/event.h"

namespace locklab::sim {

/// How many of each there are in the trace that the event belongs to.
struct EventLimits {
  std::size_t events = 0;
  std::size_t clients = 0;
  std::size_t nodes = 0;
  std::size_t names = 0;
  std::size_t places = 0;
  std::size_t texts = 0;
  std::int64_t not_before = 0;  ///< `at` of the event before
};

/// The latest time that a trace may speak of (30 years in us): sums of a few of them cannot
/// overflow.
inline constexpr std::int64_t latest_us = 1'000'000'000'000'000;

/// The name of the field that is wrong, or empty.
std::string_view wrong_field(const Event& event, const EventLimits& limits);

}  // namespace locklab::sim
