// A schedule: where a run does not take the usual way. Without one, chance decides (Dice); with
// one, every decision goes the usual way but for those that it names. A search finds schedules, and
// writes them down as "17:1/3 40:2/2": at the 17th decision the second of three ways.
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

/// In the order of their decisions.
using Schedule = std::vector<Deviation>;

/// "" for none.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_from(std::string_view text);

}  // namespace locklab::sim
