// The search that explores every schedule, depth first, and returns to each branch point by its
// snapshot.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/explore/reduction.h"
#include "sim/explore/search_driver.h"
#include "sim/explore/sleep_sets.h"

namespace locklab::sim {

class DepthFirstSearch : SearchDriver {
 public:
  DepthFirstSearch(const SearchTask& task, const Watch& watch)
      : SearchDriver(task, watch), sleep_(*task.scenario) {
    const Scenario& scenario = *task.scenario;
    inner_choices_ = scenario.jitter > 0us;
    for (const LinkSpec& link : scenario.links)
      inner_choices_ = inner_choices_ || link.jitter > 0us;
  }

  SearchResult run();

 private:
  /// A state with several transitions out of it, and how many of them have been explored.
  struct BranchPoint {
    const SearchState& state;
    std::int64_t at;
    Arena::Snapshot& before;
    std::size_t faults;
    std::size_t deviations;
    std::size_t transitions;
    std::uint64_t number = 0;
    std::uint64_t parts_before = 0;  ///< what had been searched
    std::uint64_t parts_each = 0;    ///< of each transition, as far as can be told before
    bool left = false;               ///< the world is in another state by now
  };

  /// One of the steps that are enabled, by the world's count, and its bit in a sleep set.
  struct EnabledStep {
    std::uint32_t number;
    std::uint32_t bit;
  };

  void search_with_strikes(std::uint32_t strikes);
  std::vector<Budget> budgets_with(std::uint32_t strikes) const;
  void search_with(const Budget& budget, std::uint64_t parts);
  void try_chance();
  void take_what_chance_found();
  void forget_states();
  void descend(SearchState state);
  void follow(SearchState& state);
  std::optional<std::uint32_t> only_step(const SearchState& state,
                                         const std::vector<Strike>& strikes);
  void branch(const SearchState& state, std::int64_t at, const std::vector<Strike>& strikes);
  bool explore_private_step(BranchPoint& from, const std::vector<Reduction::Candidate>& candidates);
  std::vector<EnabledStep> awake_steps(const Reduction::PersistentSet& set,
                                       const SearchState& state);
  void explore_persistent_set(BranchPoint& from, const std::vector<EnabledStep>& steps);
  void explore_every_step(BranchPoint& from);
  void explore_strikes(BranchPoint& from, const std::vector<Strike>& strikes);
  SearchState set_out(BranchPoint& from);
  void backtrack(BranchPoint& from);
  void return_to(BranchPoint& from);
  Arena::Snapshot& snapshot();
  void leave_out_alike(std::vector<std::uint32_t>& numbers);
  bool reduces() const { return task_.reduce && task_.group_ties && !inner_choices_; }
  bool is_landmark();
  std::uint32_t bit_of(std::uint32_t number) const;
  bool wake(SearchState& state, std::uint32_t bit) const;
  bool enter(SearchState& state, std::int64_t at);
  bool is_of_this_shard(SearchState& state, std::uint64_t branch) const;

  std::optional<Reduction> reduction_;
  SleepSets sleep_;
  std::optional<Reduction::PersistentSet> persistent_;  ///< at the state that was looked at last
  Arena::Snapshot start_;
  std::deque<Arena::Snapshot>
      kept_;                        ///< one for each branch point of the path, used again and again
  std::size_t depth_ = 0;           ///< branch points of the path
  std::uint64_t budgets_ = 0;       ///< searched so far
  std::uint32_t most_strikes_ = 0;  ///< that the whole search allows
  std::uint64_t next_chance_ = 20'000;  ///< transitions after which chance helps (again)
  bool inner_choices_ = false;
};

}  // namespace locklab::sim
