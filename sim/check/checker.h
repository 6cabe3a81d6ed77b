// All checks as one state machine: feed it the events of a trace in order, and ask for the verdicts
// at any time. It is a plain value, so it can be copied in the middle of a run.
//
// Each event goes only to the properties that use its kind: a run has millions of events, and most
// of them (messages, replies) concern few properties.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/check/availability.h"
#include "sim/check/check.h"
#include "sim/check/clean_failure.h"
#include "sim/check/durability.h"
#include "sim/check/fairness.h"
#include "sim/check/fault_tolerance.h"
#include "sim/check/fencing.h"
#include "sim/check/mutual_exclusion.h"
#include "sim/check/no_deadlock.h"
#include "sim/check/no_lost_update.h"
#include "sim/check/owner_only_release.h"
#include "sim/check/prompt_hand_over.h"
#include "sim/check/quota.h"
#include "sim/check/reentrancy.h"
#include "sim/check/situation.h"

namespace locklab::sim {

class Checker {
 public:
  explicit Checker(const TraceInfo& info);

  /// Processes the next event of `trace`; every index once, in order.
  void on(const Trace& trace, std::size_t index);
  void on_all(const Trace& trace);

  /// One verdict for each property, in the order of Property. `trace` must contain exactly the
  /// events processed so far.
  std::vector<Verdict> verdicts(const Trace& trace) const;

  /// The faults that are active, as far as the events show.
  const FaultStates& faults() const { return situation_.faults(); }
  /// The properties that are broken by `now` (us); a search asks for them after every step.
  Properties broken(std::int64_t now) const;
  /// Adds everything in the past that decides which of the `wanted` properties will break, for a
  /// search.
  void fingerprint(Fingerprint& print, const Trace& trace, Properties wanted) const;

 private:
  void take(const Trace& trace, const Event& event, std::size_t index);
  void on_key(const Trace& trace, const Event& event, std::size_t index);
  void on_client(const Event& event, std::size_t index);
  void on_acquired(const Event& event, std::size_t index);
  void on_finished(const Event& event, std::size_t index);
  void wait_for_entry(const Event& event, const LockStates::Lock& lock);
  void on_fault(const Event& event, std::size_t index);
  void look_at_all_locks(const Event& event);

  Situation situation_;
  MutualExclusion mutual_exclusion_;
  NoLostUpdate no_lost_update_;
  OwnerOnlyRelease owner_only_release_;
  NoDeadlock no_deadlock_;
  FaultTolerance fault_tolerance_;
  PromptHandOver prompt_hand_over_;
  CleanFailure clean_failure_;
  Fencing fencing_;
  Quota quota_;
  Reentrancy reentrancy_;
  Fairness fairness_;
  Durability durability_;
  Availability availability_;
};

}  // namespace locklab::sim
