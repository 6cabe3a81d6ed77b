// A search by several members, each on its own thread. This folder is free of threads: the members'
// shared state is behind an interface.
//
// An idle member takes a piece that another member gives away: the branch point nearest to the root
// that has transitions left. A world cannot leave its arena, so a piece is the path to its branch
// point, which the new member replays.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/explore/search_state.h"

namespace locklab::sim {

struct SearchPiece {
  std::vector<std::uint32_t> beginning;  ///< choices made while the world was built
  std::size_t budget = 0;                ///< index into the budgets of the level
  std::vector<Transition> way;
  SearchState state;  ///< at the end of `way`
  Path path;
  /// The number of transitions already taken from the branch point at the end of `way`. nullopt if
  /// everything after `beginning` is to be searched.
  std::optional<std::uint64_t> taken;
};

class SearchTeam {
 public:
  virtual ~SearchTeam() = default;

  /// Waits until all members have arrived, forgets all states, and shares these pieces, which are
  /// the same for all members. Returns false if the search was stopped.
  virtual bool begin(const std::vector<SearchPiece>& pieces) = 0;
  /// Waits for the next piece. nullopt if all members are idle, or the search was stopped.
  virtual std::optional<SearchPiece> take() = 0;
  /// Whether a member waits for a piece.
  virtual bool hungry() = 0;
  virtual void give(SearchPiece piece) = 0;

  /// StateSet::enter with the states of all members; `fresh`: the state was new.
  virtual bool enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep,
                     bool& fresh) = 0;
  virtual std::uint64_t memory() const = 0;

  /// Offers a path. best() returns the simplest one offered by any member, steps_of_best() its
  /// steps (UINT32_MAX if there is none). Paths of the random search (`by_chance`) are kept apart.
  virtual void note(std::size_t property, const Path& path, bool by_chance) = 0;
  virtual std::optional<Path> best(std::size_t property, bool by_chance) const = 0;
  virtual std::uint32_t steps_of_best(std::size_t property, bool by_chance) const = 0;

  /// Ends the search of all members.
  virtual void stop() = 0;
  virtual bool stopped() const = 0;
};

/// Searches as a member of a team, for SearchKind::exhaustive or shortest. All members have the
/// same task; one of them leads. All their results agree on what broke, if the search was not
/// stopped; only the leader's paths are those that a search with one member finds.
SearchResult search_together(const SearchTask& task, const Watch& watch, SearchTeam& team,
                             bool leads);

}  // namespace locklab::sim
