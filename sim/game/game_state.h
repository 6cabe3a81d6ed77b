// A world in which somebody decides what happens next, one decision after the other: which of the
// events that are due comes first, and where a fault of the budget strikes. The rules are the
// explorer's. Where there is nothing to decide, the world goes on by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/minimise.h"
#include "sim/explore/searched_world.h"
#include "sim/explore/strikes.h"
#include "sim/trace/property.h"

namespace locklab::sim {

class GameState {
 public:
  /// The state at the first decision. `scenario` and `budget` must outlive it.
  GameState(const Scenario& scenario, const Budget& budget, Property goal);
  GameState(const GameState&) = delete;
  GameState& operator=(const GameState&) = delete;

  /// The number of moves here: first one for each of the enabled events (`orders`), then one for
  /// each strike. None: the game is over.
  std::uint32_t moves() const {
    return static_cast<std::uint32_t>(orders_ + (won_ ? 0 : strikes_.size()));
  }
  std::size_t orders() const { return orders_; }
  /// Whether the move is a choice of the player's. The only event that is due happens by itself: to
  /// let it is none. A strike is one, and so is the order of several events.
  bool is_choice(std::uint32_t move) const { return move >= orders_ || orders_ > 1; }
  const std::vector<Strike>& strikes() const { return strikes_; }
  /// Makes one of these moves, and goes on to the next decision.
  void take(std::uint32_t move);

  /// Whether the goal is reached: a promise of the lock is broken.
  bool won() const { return won_; }
  bool over() const { return moves() == 0; }
  /// Whether it ended because it grew too long: what comes later was not seen.
  bool cut_short() const { return cut_short_; }
  /// Whether something may strike before the enabled events: not in the middle of an instant (but
  /// see before_answers.h).
  bool may_strike() const { return may_strike_; }
  /// When the enabled events are due.
  std::int64_t next_at() const { return at_; }

  /// Equal for states from which everything goes on alike.
  std::uint64_t fingerprint() const;
  /// How the run that led here differs from the usual one.
  Path path() const;

  SearchedWorld& now() { return now_; }
  const SpentBudget& spent() const { return spent_; }
  /// The strikes so far, each with the time at which it struck.
  const std::vector<Fault>& struck() const { return faults_; }
  /// When fault `i` of struck() did, in us of the world.
  std::int64_t struck_at(std::size_t i) const { return struck_at_[i]; }
  const Scenario& scenario() const { return scenario_; }
  const Budget& budget() const { return budget_; }

 private:
  void go_on();
  void step(std::uint32_t order);
  void strike(const Strike& what);
  void strike_before_answer(const Strike& what);
  void add_decisions();
  void forget_what_is_over();
  void judge();

  const Scenario& scenario_;
  const Budget& budget_;
  Property goal_;
  Strikes rules_;
  GuidedChoice choice_;
  SearchedWorld now_;
  SpentBudget spent_;
  std::vector<Fault> faults_;
  std::vector<std::int64_t> struck_at_;  ///< when each of them struck, us
  Schedule schedule_;
  std::uint32_t decisions_ = 0;
  std::int64_t at_ = 0;
  std::size_t orders_ = 0;
  std::vector<Strike> strikes_;
  bool just_struck_ = false;
  bool may_strike_ = false;
  bool won_ = false;
  bool cut_short_ = false;
};

/// Whether there is nothing left that a fault of such a kind (end_of) would end there.
bool ends_nothing(World& world, const Fault& end);

}  // namespace locklab::sim
