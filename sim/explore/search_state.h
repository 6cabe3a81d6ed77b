// What a search knows about the state that it is in, and how it came there.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/search.h"
#include "sim/explore/strikes.h"

namespace locklab::sim {

using Watch = std::function<bool(const SearchCounts&)>;

/// The knowledge of a search about the state that it is in, beside the world itself.
struct SearchState {
  SpentBudget spent;
  std::uint32_t steps = 0;
  std::uint32_t decisions = 0;    ///< with several options, as a Schedule counts them
  std::uint32_t branches = 0;     ///< of those that decide the shard, how many lie behind
  std::uint64_t branch_hash = 0;  ///< of the transitions taken there
  std::uint32_t broken = 0;       ///< properties, as bits
  std::uint32_t asleep = 0;       ///< steps that need not be next (sleep_sets.h)
  std::uint64_t parts = SearchCounts::all_parts;  ///< of the search, that start here
  bool instant_begins = false;  ///< nothing but faults has happened at this instant
};

/// A change of the world: one of its own steps, a strike at an instant, or a step with a strike
/// before the answer.
struct Transition {
  std::vector<std::uint32_t> choices;
  std::vector<Fault> strikes;
  std::int64_t at = 0;
  bool before_answer = false;
  std::optional<bool> time_is_over;  ///< only decides that a time that was open is, or is not
};

}  // namespace locklab::sim
