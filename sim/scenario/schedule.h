// A schedule: the decisions at which a run does not take the usual way. Without a schedule, chance
// decides (Dice). With one, all other decisions go the usual way. A search writes the schedules
// that it finds as "17:1/3 40:2/2": the second of three ways at the 17th decision, and so on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::sim {

struct Deviation {
  std::uint32_t decision = 0;  ///< its number, from 0; only those with more than one way count
  std::uint32_t way = 0;       ///< 1 .. ways-1; 0 is the usual one
  std::uint32_t ways = 0;      ///< how many there were
  bool operator==(const Deviation&) const = default;
};

/// Deviations in the order of their decisions.
using Schedule = std::vector<Deviation>;

/// The schedule as text; "" for an empty one.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_from(std::string_view text);

}  // namespace locklab::sim
