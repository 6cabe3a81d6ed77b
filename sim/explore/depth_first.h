// Explores every schedule depth first, and returns to each branch point by restoring its snapshot.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/explore/reduction.h"
#include "sim/explore/search_driver.h"
#include "sim/explore/search_team.h"
#include "sim/explore/sleep_sets.h"

namespace locklab::sim {

class DepthFirstSearch : SearchDriver {
 public:
  /// `team` is null for a search with a single member. Exactly one member of a team leads.
  DepthFirstSearch(const SearchTask& task, const Watch& watch, SearchTeam* team = nullptr,
                   bool leads = true)
      : SearchDriver(task, watch), sleep_(*task.scenario), leads_(leads) {
    team_ = team;
    records_ = records_ || team;
  }

  SearchResult run();

 private:
  /// A state with several outgoing transitions, and the number of them that have been explored.
  struct BranchPoint {
    const SearchState& state;
    std::int64_t at;
    Arena::Snapshot& before;
    std::size_t faults;
    std::size_t deviations;
    std::size_t transitions;
    std::size_t ways;
    std::uint64_t number = 0;        ///< of the next transition
    std::uint64_t taken = 0;         ///< number of leading transitions that other members explored
    std::uint64_t parts_before = 0;  ///< the estimate when this point was reached
    std::uint64_t parts_each = 0;    ///< estimated share of each transition
    bool left = false;               ///< the world is no longer in this state
    bool more = false;               ///< there may be transitions after this one
    bool given = false;              ///< the remaining transitions were given to another member
  };

  /// An enabled step: its index in the world's enumeration, and its bit in a sleep set.
  struct EnabledStep {
    std::uint32_t number;
    std::uint32_t bit;
  };

  void search_with_strikes(std::uint32_t strikes);
  std::vector<Budget> budgets_with(std::uint32_t strikes) const;
  std::vector<SearchPiece> beginnings(std::uint64_t parts);
  void search_piece(const SearchPiece& piece);
  void take_up(const SearchState& state, std::uint64_t taken);
  void search_in_team(const std::vector<SearchPiece>& pieces);
  void find_the_first();
  void give_away();
  void try_chance();
  void note_chance(std::size_t property, const Path& path);
  void take_what_chance_found();
  void descend(SearchState state);
  void follow(SearchState& state);
  std::optional<std::uint32_t> only_step(const SearchState& state,
                                         const std::vector<Strike>& strikes);
  BranchPoint branch_point(const SearchState& state, std::int64_t at);
  void branch_on_time(const SearchState& state, std::int64_t at, std::uint64_t taken = 0);
  bool may_branch();
  bool may_lose_patience(std::int64_t at);
  bool step_without_decision(SearchState& state);
  void branch(const SearchState& state, std::int64_t at, const std::vector<Strike>& strikes,
              std::uint64_t taken = 0);
  bool explore_private_step(BranchPoint& from, const std::vector<Reduction::Candidate>& candidates,
                            bool strikes_follow);
  std::vector<EnabledStep> awake_steps(const Reduction::PersistentSet& set,
                                       const SearchState& state);
  void explore_persistent_set(BranchPoint& from, const std::vector<EnabledStep>& steps,
                              bool strikes_follow);
  void explore_every_step(BranchPoint& from, bool strikes_follow);
  void explore_strikes(BranchPoint& from, const std::vector<Strike>& strikes);
  SearchState set_out(BranchPoint& from);
  void backtrack(BranchPoint& from);
  void return_to(BranchPoint& from);
  Arena::Snapshot& snapshot();
  void leave_out_alike(std::vector<std::uint32_t>& numbers);
  bool reduces() const { return task_.reduce && task_.group_ties; }
  bool is_landmark();
  std::uint32_t bit_of(std::uint32_t number) const;
  bool wake(SearchState& state, std::uint32_t bit) const;
  bool enter(SearchState& state, std::int64_t at);
  bool is_of_this_shard(SearchState& state, std::uint64_t branch) const;
  bool takes_next(BranchPoint& from, SearchState& next, bool more);

  std::optional<Reduction> reduction_;
  SleepSets sleep_;
  std::optional<Reduction::PersistentSet>
      persistent_;  ///< for the state of follow(); nullopt if unknown
  Arena::Snapshot start_;
  std::deque<Arena::Snapshot> kept_;  ///< one for each branch point of the path; reused
  std::size_t depth_ = 0;             ///< number of branch points on the path
  bool leads_;
  std::vector<Budget> budgets_;  ///< the budgets of this level, searched one by one
  std::size_t budget_ = 0;       ///< index of the current budget
  std::optional<std::vector<std::uint32_t>>
      beginning_;                   ///< choices made while the world in start_ was built
  std::vector<BranchPoint*> open_;  ///< the branch points of the path, from the root
  std::uint64_t given_parts_ = 0;
  std::uint32_t most_strikes_ = 0;      ///< faults per schedule, for the whole search
  std::uint64_t next_chance_ = 20'000;  ///< the next random search starts at this many transitions
};

}  // namespace locklab::sim
