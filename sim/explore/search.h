// The search through the schedules of one scenario: which of the events due at the same instant
// comes first, how long messages and retry delays take, where faults of a budget are injected.
// Unless it draws schedules at random, it goes depth first, returns by restoring snapshots of the
// world, and skips states that it has searched before.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/budget.h"
#include "sim/explore/strike_sizes.h"
#include "sim/explore/strike_tally.h"
#include "sim/scenario/schedule.h"
#include "sim/trace/property.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

enum class SearchKind : std::uint8_t {
  exhaustive,  ///< everything within the bounds; the first counterexample of each property
  /// Everything that could hold a simpler counterexample. For each property: the one with the
  /// fewest faults, then with the fewest steps.
  shortest,
  random,  ///< random schedules drawn from the seed, until stopped or every wanted property is
           ///< broken
  pct,     ///< like `random`, with few priority changes per schedule (Burckhardt et al., 2010)
  count_,
};
std::string_view name(SearchKind kind);

/// A schedule, described by its differences from the default one.
struct Path {
  std::vector<Fault> faults;  ///< each with its trigger
  Schedule schedule;
  std::uint32_t strikes = 0;  ///< number of faults, without their ends; a failover counts as one
  /// Steps until the property broke; if minimised, the index of the event that breaks it.
  std::uint32_t steps = 0;
  std::vector<std::uint32_t> ways;  ///< the transition taken at each branch point

  /// Whether this path has fewer faults, or as many and fewer steps.
  bool simpler(const Path& other) const {
    return strikes != other.strikes ? strikes < other.strikes : steps < other.steps;
  }
  /// Whether this path is simpler, or as simple and found earlier by a search with one thread.
  bool before(const Path& other) const {
    return simpler(other) || (!other.simpler(*this) && ways < other.ways);
  }
};

struct SearchCounts {
  /// Distinct states entered; the search with one more fault enters them again.
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  ///< steps taken and faults injected
  std::uint64_t executions = 0;   ///< schedules followed to their end
  std::uint32_t depth = 0;        ///< steps of the longest schedule
  std::uint64_t memory = 0;       ///< bytes, of the states seen and of the snapshots
  /// Estimate, out of `all_parts`, of how much has been searched (after Knuth, 1975), as if all
  /// transitions of a branch point led to equally many states. They do not, so this is only a hint.
  std::uint64_t parts = 0;
  static constexpr std::uint64_t all_parts = std::uint64_t{1} << 62;
};

struct SearchTask {
  const Scenario* scenario = nullptr;  ///< outlives the search
  Budget budget;
  std::optional<StrikeSizes> sizes;  ///< nullopt for the scenario's defaults
  Properties wanted;                 ///< properties to break
  SearchKind kind = SearchKind::shortest;
  std::uint64_t seed = 1;
  std::uint32_t most_steps = 20'000;  ///< per schedule
  /// Per schedule: each branch point keeps a snapshot and uses some of the stack.
  std::uint32_t most_branch_points = 4'000;
  std::uint64_t most_snapshot_bytes = std::uint64_t{1} << 30;  ///< per schedule
  std::uint64_t most_states = UINT64_MAX;
  std::uint64_t most_executions = UINT64_MAX;
  std::uint64_t most_transitions = UINT64_MAX;
  std::uint32_t most_strikes = UINT32_MAX;  ///< faults of the budget per schedule
  bool while_held = false;  ///< inject faults only at holders, or at nodes while any client holds
  /// A further condition on the trace of a path that breaks a property; empty for none.
  std::function<bool(const Trace&)> accepts;
  /// Whether to skip states seen before. Without it, as without the next two, the search finds the
  /// same, only later; a test compares them.
  bool skip_seen_states = true;
  bool group_ties = true;
  bool reduce = true;  ///< partial-order and symmetry reduction
  BeforeAnswers before_answers = BeforeAnswers::where_it_matters;
  /// Returns to a state by replaying from the start, not by snapshot: the same search, used to
  /// measure which is faster.
  bool replay = false;
  /// Searches only shard number `shard` (0 .. shards-1) of `shards`.
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  /// Continues after everything wanted has been found, and spends the whole budget at once.
  bool all = false;
  /// Called for each schedule followed to its end, with the properties that it broke.
  std::function<void(const Trace&, Properties)> on_final;
  /// Called for each state with several transitions, for some with one, and if `all` for each final
  /// one: its fingerprint, and the transition taken at each branch point before it.
  std::function<void(std::uint64_t, const std::vector<std::uint32_t>&)> on_state;
};

struct SearchResult {
  SearchCounts counts;
  std::array<std::optional<Path>, property_count> broken;
  bool exhausted = false;  ///< everything within the bounds was searched
  bool ended = false;      ///< in some schedule every client finished or crashed
  /// Some wait for the lock had more retry delays than a search decides (most_decided_pauses).
  bool used_series = false;
  Properties applied;  ///< properties that some judged schedule kept or broke
  StrikeTally struck;
  /// A fingerprint of each final state for each wanted property, sorted; only if all = true.
  std::vector<std::uint64_t> final_states;
};

/// Merges the results of all shards of one task, as if one search had made them. The counts may be
/// larger, since two shards may have entered the same state; `parts` and `final_states` are those
/// of the first.
SearchResult merged(std::vector<SearchResult> shards);

/// Runs the search. `watch` is called at least every few thousand steps, and returns false to end
/// the search.
SearchResult search(const SearchTask& task,
                    const std::function<bool(const SearchCounts&)>& watch = {});

}  // namespace locklab::sim
