// Leads a searched world along one schedule after the other and keeps what it finds: what searches
// of every kind have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/arena.h"
#include "sim/explore/search.h"
#include "sim/explore/searched_world.h"
#include "sim/explore/state_set.h"
#include "sim/explore/strikes.h"

namespace locklab::sim {

using Watch = std::function<bool(const SearchCounts&)>;

class SearchDriver {
 public:
  SearchDriver(const SearchTask& task, const Watch& watch);
  ~SearchDriver();
  SearchDriver(const SearchDriver&) = delete;
  SearchDriver& operator=(const SearchDriver&) = delete;

 protected:
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
    bool just_struck = false;
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

  World& world() { return now_->world; }
  /// Builds the world anew. Clients set out while it is built, and there may be something to decide
  /// already: `choices` says how.
  void build_world(const std::vector<std::uint32_t>& choices);
  /// The state that every schedule of this world starts from.
  SearchState initial_state();
  std::optional<std::int64_t> next_at();
  std::size_t enabled_steps();
  void step(SearchState& state, std::vector<std::uint32_t> choices);
  /// Whether it is to be decided, before anything else happens, if a time is over that was left
  /// open.
  bool undecided();
  void decide(bool now);
  /// Whether a client may draw a pause that is too long for its patience in the next step, where
  /// only one thing can happen.
  bool may_lose_patience();
  /// Takes the only step there is. False: there is something to decide within it, and it was not
  /// taken after all. `before` is memory for the way back, `start` the path's first state.
  bool step_without_decision(SearchState& state, Arena::Snapshot& before,
                             const Arena::Snapshot& start);
  /// A message may leave with it, and how long it takes is a decision: `choices` says how, and
  /// first of all the strike's own order. False: it was to strike before an answer, none was on its
  /// way, and so this was a step and no more.
  bool strike(SearchState& state, const Strike& what, std::int64_t at,
              std::vector<std::uint32_t> choices = {});
  /// The strikes that are possible before the next event, which is due at `at`.
  std::vector<Strike> strikes(const SearchState& state, std::int64_t at);
  /// Notes how the schedule has ended.
  void finish(SearchState& state);
  bool can_go_on(const SearchState& state);
  /// Takes all of transitions_ again, from the start.
  void replay(const Arena::Snapshot& start);
  bool all_found() const { return deepest_useful() == 0; }

  const SearchTask& task_;
  const Watch& watch_;
  std::optional<Strikes> strikes_;
  GuidedChoice choice_;
  Arena arena_;
  SearchedWorld* now_ = nullptr;
  StateSet seen_;
  SearchResult result_;
  Path path_;
  std::vector<GuidedChoice::Decision> built_with_;  ///< decided while the world was built
  std::vector<Transition> transitions_;             ///< of the path, if the task is to replay them
  std::uint64_t snapshots_ = 0;                     ///< bytes
  bool stopped_ = false;
  bool cut_short_ = false;  ///< some schedule was longer than the bounds

 private:
  /// False: what was to strike before an answer did not.
  bool apply(const Transition& taken);
  void add_decisions(SearchState& state, const std::vector<GuidedChoice::Decision>& made);
  void note_broken(SearchState& state);
  void note_applied();
  std::uint32_t deepest_useful() const;
};

/// Follows one schedule after the other, by chance: SearchKind::random and SearchKind::pct.
SearchResult search_by_chance(const SearchTask& task, const Watch& watch);

}  // namespace locklab::sim
