// The search through the schedules of one scenario: which of the events that are due at the same
// instant comes first, how long a message takes, where faults of a budget strike. It goes depth
// first, returns by snapshots of the world, and enters no state twice.
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
  /// Everything that could hold a simpler counterexample. Of each property the one with the fewest
  /// faults, and of those the one with the fewest steps.
  shortest,
  random,  ///< one schedule after the other, by the seed, until it is stopped
  pct,     ///< the same, but each with few changes of who goes first (Burckhardt et al., 2010)
  count_,
};
std::string_view name(SearchKind kind);

/// A schedule, by how it differs from the usual one.
struct Path {
  std::vector<Fault> faults;  ///< each with its time
  Schedule schedule;
  std::uint32_t strikes = 0;        ///< faults without their ends; a failover is one
  std::uint32_t steps = 0;          ///< up to the event that broke the property
  std::vector<std::uint32_t> ways;  ///< the transition taken at each branch point

  /// Fewer faults, or fewer steps.
  bool simpler(const Path& other) const {
    return strikes != other.strikes ? strikes < other.strikes : steps < other.steps;
  }
  /// Simpler, or as simple and found earlier by a search of one thread.
  bool before(const Path& other) const {
    return simpler(other) || (!other.simpler(*this) && ways < other.ways);
  }
};

struct SearchCounts {
  /// Different ones that were entered; the search with one more fault enters them again.
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  ///< steps that were taken, and faults that struck
  std::uint64_t executions = 0;   ///< schedules that were followed to their end
  std::uint32_t depth = 0;        ///< steps of the longest
  std::uint64_t memory = 0;       ///< bytes, of the states seen and of the way back
  /// Of `all_parts`, an estimate (after Knuth, 1975) of how much has been searched, as if from each
  /// branch point all transitions led equally far. They do not, so it is only a hint. It never
  /// falls.
  std::uint64_t parts = 0;
  static constexpr std::uint64_t all_parts = std::uint64_t{1} << 62;
};

struct SearchTask {
  const Scenario* scenario = nullptr;  ///< outlives the search
  Budget budget;
  std::optional<StrikeSizes> sizes;  ///< none: the usual ones of the scenario
  Properties wanted;                 ///< the search for one of them ends when it is broken
  SearchKind kind = SearchKind::shortest;
  std::uint64_t seed = 1;
  std::uint32_t most_steps = 20'000;  ///< of one schedule
  /// Of one schedule: each keeps a snapshot and a part of the stack.
  std::uint32_t most_branch_points = 4'000;
  std::uint64_t most_snapshot_bytes = std::uint64_t{1} << 30;  ///< of one schedule's snapshots
  std::uint64_t most_states = UINT64_MAX;
  std::uint64_t most_executions = UINT64_MAX;
  std::uint64_t most_transitions = UINT64_MAX;
  std::uint32_t most_strikes = UINT32_MAX;  ///< of the budget's faults in one schedule
  bool while_held = false;                  ///< faults strike only while somebody holds the lock
  /// Without these the same is found, only later; a test compares.
  bool skip_seen_states = true;
  bool group_ties = true;
  bool reduce = true;  ///< partial-order and symmetry reduction
  BeforeAnswers before_answers = BeforeAnswers::where_it_matters;
  /// The world returns to a state by a replay from the start, not by a snapshot: the same search,
  /// to measure which of the two is faster.
  bool replay = false;
  /// Searches one part of `shards`, the one numbered `shard` (0 .. shards-1).
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  /// Goes on after everything wanted has been found, and spends the whole budget at once.
  bool all = false;
  /// Called for each schedule that was followed to its end, with the properties that it broke.
  std::function<void(const Trace&, Properties)> on_final;
};

struct SearchResult {
  SearchCounts counts;
  std::array<std::optional<Path>, property_count> broken;
  bool exhausted = false;  ///< all within the bounds was searched
  bool ended = false;      ///< in some schedule every client came to its end
  Properties applied;      ///< some schedule kept or broke them (of those looked at)
  StrikeTally struck;
  std::vector<std::uint64_t> final_states;  ///< sorted; kept only if all = true
};

/// The results of all shards of one task, as if one search had made them (but the counts, since two
/// shards may have entered the same state).
SearchResult merged(std::vector<SearchResult> shards);

/// Searches. `watch` is called every few thousand steps; false ends the search.
SearchResult search(const SearchTask& task,
                    const std::function<bool(const SearchCounts&)>& watch = {});

}  // namespace locklab::sim
