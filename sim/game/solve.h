// The explorer as a player: from a position the shortest way to the goal, or the proof that there
// is none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/budget.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// The decisions of one who plays, as Table::take takes them.
using Decisions = std::vector<std::uint32_t>;

struct Solution {
  std::optional<Decisions> moves;  ///< the fewest, after those that led to the position
  bool exhausted = false;  ///< everything was tried: without moves the goal cannot be reached
  std::uint64_t states = 0;
};

/// From where `from` leads. `watch` is called now and then with the states seen so far; false: it
/// gives up.
Solution solve(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
               const std::function<bool(std::uint64_t states)>& watch = {});

}  // namespace locklab::sim
