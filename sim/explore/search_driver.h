// Drives a searched world along one schedule after the other and keeps the findings: the part that
// all kinds of search share.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/arena.h"
#include "sim/explore/search.h"
#include "sim/explore/search_state.h"
#include "sim/explore/searched_world.h"
#include "sim/explore/state_set.h"
#include "sim/explore/strikes.h"

namespace locklab::sim {

class SearchTeam;

class SearchDriver {
 public:
  SearchDriver(const SearchTask& task, const Watch& watch);
  ~SearchDriver();
  SearchDriver(const SearchDriver&) = delete;
  SearchDriver& operator=(const SearchDriver&) = delete;

 protected:
  World& world() { return now_->world; }
  /// Rebuilds the world. Clients start while it is built, which may already require decisions:
  /// `choices` prescribes them.
  void build_world(const std::vector<std::uint32_t>& choices);
  /// The initial state of every schedule in this world.
  SearchState initial_state();
  std::optional<std::int64_t> next_at();
  std::size_t enabled_steps();
  void step(SearchState& state, std::vector<std::uint32_t> choices);
  /// Whether an unresolved delay must be decided before anything else happens.
  bool undecided();
  void decide(bool now);
  /// Injects a strike. `choices` prescribes the decisions that this requires, such as whether a
  /// retry delay is too long; the first is the strike's own order, if it has one. Returns false if
  /// a strike before a reply found no reply and thus was only a step.
  bool strike(SearchState& state, const Strike& what, std::int64_t at,
              std::vector<std::uint32_t> choices = {});
  /// The strikes possible before the next event, which is due at `at`, or before the reply to the
  /// command that it delivers.
  std::vector<Strike> strikes(const SearchState& state, std::int64_t at);
  /// Records how the schedule ended.
  void finish(SearchState& state);
  bool can_go_on(const SearchState& state);
  /// Performs a transition. Returns false if its strike before a reply was not injected.
  bool apply(const Transition& taken);
  /// Takes all of transitions_ again, from the start.
  void replay(const Arena::Snapshot& start);
  bool all_found() const { return deepest_useful() == 0; }
  StrikeSizes sizes() const { return task_.sizes ? *task_.sizes : sizes_for(*task_.scenario); }
  /// The depth in steps beyond which nothing worth finding can lie.
  std::uint32_t deepest_useful() const;

  const SearchTask& task_;
  const Watch& watch_;
  std::optional<Strikes> strikes_;
  GuidedChoice choice_;
  Arena arena_;
  SearchedWorld* now_ = nullptr;
  StateSet seen_;
  Properties wanted_;  ///< the task's properties for which no violation with fewer faults is known
  SearchResult result_;
  std::array<std::optional<Path>, property_count> by_chance_;  ///< found by the random search
  std::uint32_t strikes_now_ = UINT32_MAX;  ///< upper bound of faults per schedule
  Path path_;
  std::vector<GuidedChoice::Decision> built_with_;  ///< decisions made while the world was built
  std::vector<Transition> transitions_;             ///< of the path, if it may have to be replayed
  std::uint64_t snapshots_ = 0;                     ///< bytes of the path's snapshots
  SearchTeam* team_ = nullptr;                      ///< null if this search is not a member of one
  std::uint64_t entered_ = 0;                       ///< states that no other member entered first
  bool records_;                                    ///< whether to record the path's transitions
  /// Set if the search looks only for the first path of each property with this many steps.
  std::optional<std::array<std::uint32_t, property_count>> goals_;
  std::uint64_t next_look_ = 0;  ///< `watch_` is called at this many transitions
  bool stopped_ = false;
  bool cut_short_ = false;  ///< some schedule exceeded the bounds

 private:
  void add_decisions(SearchState& state, const std::vector<GuidedChoice::Decision>& made);
  void note_broken(SearchState& state);
  void note_applied();
  std::uint32_t deepest_goal() const;
  std::uint32_t steps_of_best(std::size_t property) const;
  std::uint32_t steps_by_chance(std::size_t property) const;
};

/// Follows random schedules: SearchKind::random and SearchKind::pct.
SearchResult search_by_chance(const SearchTask& task, const Watch& watch);

}  // namespace locklab::sim
