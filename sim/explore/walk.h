// A searched world that is led along one schedule after the other, with what was found on the way:
// what searches of every kind have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/arena.h"
#include "sim/explore/search.h"
#include "sim/explore/searched.h"
#include "sim/explore/state_set.h"
#include "sim/explore/strikes.h"

namespace locklab::sim {

using Watch = std::function<bool(const SearchCounts&)>;

class Walk {
 public:
  Walk(const SearchTask& task, const Watch& watch);
  ~Walk();
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

 protected:
  /// What belongs to one path beside the world.
  struct Here {
    Spent spent;
    std::uint32_t steps = 0;
    std::uint32_t decisions = 0;  ///< with more than one way, as a Schedule counts them
    std::uint32_t branches = 0;   ///< of the first few, those already passed
    std::uint64_t way = 0;        ///< a hash of the ways taken there
    std::uint32_t broken = 0;     ///< properties, as bits
    std::uint32_t asleep = 0;     ///< what need not be next (sleep.h)
    std::uint64_t parts = SearchCounts::all_parts;  ///< of the search, that lie behind here
    bool just_struck = false;
  };

  /// What was done to the world: one of its own steps, a strike at an instant, or a step with a
  /// strike before the answer.
  struct Move {
    std::vector<std::uint32_t> ways;
    std::vector<Fault> strikes;
    std::int64_t at = 0;
    bool before_answer = false;
  };

  World& world() { return now_->world; }
  /// Builds the world anew. Clients set out while it is built, and there may be a choice already:
  /// `ways` are taken there.
  void begin(const std::vector<std::uint32_t>& ways);
  /// Where every schedule of this beginning starts.
  Here outset();
  std::optional<std::int64_t> next_at();
  std::size_t ways();
  void step(Here& here, std::vector<std::uint32_t> ways);
  /// A message may leave with it, whose time is a choice: `ways` are taken there, the first for
  /// the strike's own order. False: it was to strike before an answer, and none was on its way; so
  /// it was a step and no more.
  bool strike(Here& here, const Strike& what, std::int64_t at,
              std::vector<std::uint32_t> ways = {});
  /// Those that are possible before what happens next, which is due at `at`.
  std::vector<Strike> strikes(const Here& here, std::int64_t at);
  /// The schedule is at its end.
  void finish(Here& here);
  bool can_go_on(const Here& here);
  /// From the start, all of moves_ again.
  void go_again(const Arena::Snapshot& start);
  bool all_found() const { return deepest_useful() == 0; }

  const SearchTask& task_;
  const Watch& watch_;
  std::optional<Strikes> strikes_;
  Probe probe_;
  Arena arena_;
  Searched* now_ = nullptr;
  StateSet seen_;
  SearchResult result_;
  Path path_;
  std::vector<Probe::Made> begun_;  ///< the choices that were made while the world was built
  std::vector<Move> moves_;         ///< on the way here, where the task is to replay them
  std::uint64_t snapshots_ = 0;     ///< bytes
  bool stopped_ = false;
  bool cut_short_ = false;  ///< some schedule was longer than the bounds

 private:
  /// False: what was to strike before an answer did not.
  bool move(const Move& move);
  void add_decisions(Here& here, const std::vector<Probe::Made>& made);
  void note_broken(Here& here);
  void note_applied();
  std::uint32_t deepest_useful() const;
};

/// One schedule after the other, by chance: SearchKind::random and SearchKind::pct.
SearchResult search_by_chance(const SearchTask& task, const Watch& watch);

}  // namespace locklab::sim
