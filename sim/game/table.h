// A world in which somebody decides what happens next, one decision after the other: which of the
// things that are due comes first, and where a fault of the budget strikes. The explorer's rules,
// one step at a time: where there is nothing to decide, the world goes on by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/minimise.h"
#include "sim/explore/searched.h"
#include "sim/explore/strikes.h"
#include "sim/trace/property.h"

namespace locklab::sim {

class Table {
 public:
  /// Up to the first decision. `scenario` and `budget` must outlive it.
  Table(const Scenario& scenario, const Budget& budget, Property goal);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  /// What may be decided here: first which of the things that are due happens (`orders`), then what
  /// strikes. None: it is over.
  std::uint32_t ways() const {
    return static_cast<std::uint32_t>(orders_ + (won_ ? 0 : strikes_.size()));
  }
  std::size_t orders() const { return orders_; }
  const std::vector<Strike>& strikes() const { return strikes_; }
  /// Takes one of them, and goes on to the next decision.
  void take(std::uint32_t way);

  /// The goal, a promise of the lock, is broken.
  bool won() const { return won_; }
  bool over() const { return ways() == 0; }
  /// It ended because it grew too long: what comes later was not seen.
  bool cut_short() const { return cut_short_; }
  /// Something may strike before what is due; not in the middle of an instant (but see
  /// before_answers.h).
  bool may_strike() const { return may_strike_; }
  /// When the next thing happens.
  std::int64_t next_at() const { return at_; }

  /// The same for all that goes on in the same way.
  std::uint64_t fingerprint() const;
  /// How the run came here differs from the usual one.
  Path path() const;

  Searched& now() { return now_; }
  const Spent& spent() const { return spent_; }
  const Scenario& scenario() const { return scenario_; }
  const Budget& budget() const { return budget_; }

 private:
  void go_on();
  void step(std::uint32_t way);
  void strike(const Strike& what);
  void strike_before_answer(const Strike& what);
  void add_decisions();
  void judge();

  const Scenario& scenario_;
  const Budget& budget_;
  Property goal_;
  Strikes rules_;
  Probe probe_;
  Searched now_;
  Spent spent_;
  std::vector<Fault> faults_;
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

}  // namespace locklab::sim
