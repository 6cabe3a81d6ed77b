// A search's data about its current state and the path to it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/search.h"
#include "sim/explore/strikes.h"

namespace locklab::sim {

using Watch = std::function<bool(const SearchCounts&)>;

/// A search's data about its current state, besides the world itself.
struct SearchState {
  SpentBudget spent;
  std::uint32_t steps = 0;
  std::uint32_t decisions = 0;    ///< decisions with several options, as a Schedule counts them
  std::uint32_t branches = 0;     ///< passed branch points that decide the shard
  std::uint64_t branch_hash = 0;  ///< hash of the transitions taken there
  std::uint32_t broken = 0;       ///< broken properties, as bits
  std::uint32_t asleep = 0;       ///< steps that need not be next (sleep_sets.h)
  std::uint64_t parts = SearchCounts::all_parts;  ///< share of the search that starts here
  bool instant_begins = false;                    ///< only faults have happened at this instant
};

/// A change of the world: one of its own steps, a strike at an instant, a step with a strike before
/// the reply, or a decision about an unresolved delay.
struct Transition {
  std::vector<std::uint32_t> choices;
  std::vector<Fault> strikes;
  std::int64_t at = 0;
  bool before_answer = false;
  std::optional<bool> time_is_over;  ///< set if this only decides whether an unresolved delay ends
};

}  // namespace locklab::sim
