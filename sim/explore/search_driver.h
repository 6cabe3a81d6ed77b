// Leads a searched world along one schedule after the other and keeps what it finds: what searches
// of every kind have in common.
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
  /// False: what was to strike before an answer did not.
  bool apply(const Transition& taken);
  /// Takes all of transitions_ again, from the start.
  void replay(const Arena::Snapshot& start);
  bool all_found() const { return deepest_useful() == 0; }
  StrikeSizes sizes() const { return task_.sizes ? *task_.sizes : sizes_for(*task_.scenario); }
  /// The depth in steps beyond which nothing that is worth finding can lie.
  std::uint32_t deepest_useful() const;

  const SearchTask& task_;
  const Watch& watch_;
  std::optional<Strikes> strikes_;
  GuidedChoice choice_;
  Arena arena_;
  SearchedWorld* now_ = nullptr;
  StateSet seen_;
  Properties wanted_;  ///< of the task's, those that nothing simpler has broken
  SearchResult result_;
  std::array<std::optional<Path>, property_count> by_chance_;  ///< found beside the search
  std::uint32_t strikes_now_ = UINT32_MAX;                     ///< faults in one schedule, at most
  Path path_;
  std::vector<GuidedChoice::Decision> built_with_;  ///< decided while the world was built
  std::vector<Transition> transitions_;             ///< of the path, if they may be taken again
  std::uint64_t snapshots_ = 0;                     ///< bytes
  SearchTeam* team_ = nullptr;                      ///< that this search is a member of
  std::uint64_t entered_ = 0;                       ///< states, before anybody else
  bool records_;                                    ///< the transitions of the path
  /// Set if the search looks for the first path of each property with so many steps, and for
  /// nothing else.
  std::optional<std::array<std::uint32_t, property_count>> goals_;
  std::uint64_t next_look_ = 0;  ///< transitions after which `watch_` is asked again
  bool stopped_ = false;
  bool cut_short_ = false;  ///< some schedule was longer than the bounds

 private:
  void add_decisions(SearchState& state, const std::vector<GuidedChoice::Decision>& made);
  void note_broken(SearchState& state);
  void note_applied();
  std::uint32_t deepest_goal() const;
  std::uint32_t steps_of_best(std::size_t property) const;
  std::uint32_t steps_by_chance(std::size_t property) const;
};

/// Follows one schedule after the other, by chance: SearchKind::random and SearchKind::pct.
SearchResult search_by_chance(const SearchTask& task, const Watch& watch);

}  // namespace locklab::sim
