// A schedule: how a run differs from the default one. Without a schedule, dice decide (Dice). With
// one, all decisions take the default except those listed. A search writes its schedules as "17:2/3
// 40:2/2 3=9.5": decision number 17 (from 0) takes the second of three options, and so on; random
// duration number 3, the 4th one drawn, is 9.5 ms longer than its minimum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::sim {

/// An ordering decision that does not take the default.
struct Deviation {
  std::uint32_t decision = 0;  ///< number, from 0; only decisions with several options count
  std::uint32_t way = 0;       ///< chosen option, 1 .. ways-1; 0 is the default
  std::uint32_t ways = 0;      ///< number of options
  bool operator==(const Deviation&) const = default;
};

/// A random duration (a retry's delay, a latency) that differs from the default.
struct Draw {
  std::uint32_t number = 0;  ///< from 0, in the order of drawing
  std::uint64_t amount = 0;  ///< excess over the minimum, in us
  bool operator==(const Draw&) const = default;
};

struct Schedule {
  std::vector<Deviation> orders;  ///< sorted by decision
  std::vector<Draw> draws;        ///< sorted by number
  bool empty() const { return orders.empty() && draws.empty(); }
  bool operator==(const Schedule&) const = default;
};

/// The schedule as text; "" for an empty one.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_from(std::string_view text);

}  // namespace locklab::sim
