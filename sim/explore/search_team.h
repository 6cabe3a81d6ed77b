// A search by several members at once, each on a thread of its own. This folder knows no threads:
// what the members share is behind an interface.
//
// Whoever has nothing to do takes a piece that another member gives away: the branch point nearest
// to the root that has transitions left. A world cannot leave its arena, so a piece is the way to
// its branch point, which is taken again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/explore/search_state.h"

namespace locklab::sim {

struct SearchPiece {
  std::vector<std::uint32_t> beginning;  ///< decided while the world was built
  std::size_t budget = 0;                ///< of those that the level consists of
  std::vector<Transition> way;
  SearchState state;  ///< where the way ends
  Path path;
  /// The transitions of the branch point there that others have taken. None: the way is empty, and
  /// everything that begins so is searched.
  std::optional<std::uint64_t> taken;
};

class SearchTeam {
 public:
  virtual ~SearchTeam() = default;

  /// Waits until all members have come here, forgets all states, and shares these pieces, which are
  /// the same for all of them. False: the search was stopped.
  virtual bool begin(const std::vector<SearchPiece>& pieces) = 0;
  /// The next piece, as soon as there is one. None: nobody has anything to do, or the search was
  /// stopped.
  virtual std::optional<SearchPiece> take() = 0;
  /// Whether somebody waits for a piece.
  virtual bool hungry() = 0;
  virtual void give(SearchPiece piece) = 0;

  /// StateSet::enter, with the states of all members; `fresh`: it was new.
  virtual bool enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep,
                     bool& fresh) = 0;
  virtual std::uint64_t memory() const = 0;

  /// The simplest path that any member has found, and its steps (UINT32_MAX: there is none). What
  /// chance has found counts by itself.
  virtual void note(std::size_t property, const Path& path, bool by_chance) = 0;
  virtual std::optional<Path> best(std::size_t property, bool by_chance) const = 0;
  virtual std::uint32_t steps_of_best(std::size_t property, bool by_chance) const = 0;

  /// Ends the search of all members.
  virtual void stop() = 0;
  virtual bool stopped() const = 0;
};

/// Searches as a member of a team, for SearchKind::exhaustive or shortest. All members have the
/// same task; one of them leads. What broke is the same in all their results, if the search was not
/// stopped; only the leader's paths are those that a search of one member finds.
SearchResult search_together(const SearchTask& task, const Watch& watch, SearchTeam& team,
                             bool leads);

}  // namespace locklab::sim
