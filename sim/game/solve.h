// The explorer as a player: the shortest solution from a position to the goal, or the proof that
// there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/budget.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// The moves of a game, as GameState::take takes them.
using Decisions = std::vector<std::uint32_t>;

struct Solution {
  /// The best solution found: the fewest choices (GameState::is_choice), and among those the fewest
  /// moves. nullopt if none was found.
  std::optional<Decisions> moves;
  std::uint32_t choices = 0;  ///< number of choices among those moves
  bool exhausted = false;     ///< everything was tried: `moves` is the best solution, or there is
                              ///< none
  std::uint64_t states = 0;
};

/// Searches from the position that `from` leads to. `watch` is called now and then with the number
/// of states seen so far; it returns false to end the search.
Solution solve(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
               const std::function<bool(std::uint64_t states)>& watch = {});

}  // namespace locklab::sim
