// A world in which a player decides what happens next, one decision at a time: which of the due
// events comes first, and where a fault of the budget is injected. The rules are the explorer's.
// Without a decision to make, the world advances by itself.
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
  /// Starts the world and advances it to the first decision. `scenario` and `budget` must outlive
  /// it.
  GameState(const Scenario& scenario, const Budget& budget, Property goal);
  GameState(const GameState&) = delete;
  GameState& operator=(const GameState&) = delete;

  /// The number of possible moves: one for each enabled event (`orders`), then one for each strike.
  /// 0 if the game is over.
  std::uint32_t moves() const {
    return static_cast<std::uint32_t>(orders_ + (won_ ? 0 : strikes_.size()));
  }
  std::size_t orders() const { return orders_; }
  /// Whether the move is a choice of the player. A strike is one, and so is the order of several
  /// events; a single due event is not, since it happens by itself.
  bool is_choice(std::uint32_t move) const { return move >= orders_ || orders_ > 1; }
  const std::vector<Strike>& strikes() const { return strikes_; }
  /// Makes the move with this number, below moves(), and advances to the next decision.
  void take(std::uint32_t move);

  /// Whether the goal is reached: the promise `goal` of the lock is broken.
  bool won() const { return won_; }
  bool over() const { return moves() == 0; }
  /// Whether the game ended because it grew too long; later events were not seen.
  bool cut_short() const { return cut_short_; }
  /// Whether a fault may be injected before the enabled events: not in the middle of an instant
  /// (but see before_answers.h).
  bool may_strike() const { return may_strike_; }
  /// The time at which the enabled events are due, in us.
  std::int64_t next_at() const { return at_; }

  /// States with equal fingerprints have the same future.
  std::uint64_t fingerprint() const;
  /// The differences of the run so far from the default one.
  Path path() const;

  SearchedWorld& now() { return now_; }
  const SpentBudget& spent() const { return spent_; }
  /// The faults injected so far, each with the trigger that injects it in a replay.
  const std::vector<Fault>& struck() const { return faults_; }
  /// The time of fault `i` of struck(), in us of world time.
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
  std::vector<std::int64_t> struck_at_;  ///< time of each fault, in us
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

/// Whether injecting `end`, the end of a fault (end_of), would have no effect.
bool ends_nothing(World& world, const Fault& end);

}  // namespace locklab::sim
