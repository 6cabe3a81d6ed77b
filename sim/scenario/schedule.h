// A schedule: how a run differs from the usual one. Without a schedule, dice decide (Dice). With
// one, all decisions go the usual way but those that it names. A search writes the schedules that
// it finds as "17:1/3 40:2/2 3=9.5": the second of three ways at the 17th decision, and so on; the
// 4th of the times that chance decides is 9.5 ms longer than it is at least.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::sim {

/// A decision about what comes first that does not go the usual way.
struct Deviation {
  std::uint32_t decision = 0;  ///< its number, from 0; only those with more than one way count
  std::uint32_t way = 0;       ///< 1 .. ways-1; 0 is the usual one
  std::uint32_t ways = 0;      ///< how many there were
  bool operator==(const Deviation&) const = default;
};

/// A time that chance decides (a retry's pause, a latency), and that is not the usual one.
struct Draw {
  std::uint32_t number = 0;  ///< from 0, in the order in which a run draws them
  std::uint64_t amount = 0;  ///< by which it is longer than the shortest, in us
  bool operator==(const Draw&) const = default;
};

struct Schedule {
  std::vector<Deviation> orders;  ///< by their decisions
  std::vector<Draw> draws;        ///< by their numbers
  bool empty() const { return orders.empty() && draws.empty(); }
  bool operator==(const Schedule&) const = default;
};

/// The schedule as text; "" for an empty one.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_from(std::string_view text);

}  // namespace locklab::sim
