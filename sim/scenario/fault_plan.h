// When each fault of a scenario strikes. Both worlds show it every event that they record; it says
// which faults are due, and when.
#pragma once

#include <cstdint>
#include <vector>

#include "lock/fingerprint.h"
#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Whoever can do a fault to its world.
class FaultTarget {
 public:
  virtual ~FaultTarget() = default;
  /// Does it now, and records it.
  virtual void apply(const Fault& fault) = 0;
  /// Does it after `delay` of world time.
  virtual void apply_later(const Fault& fault, Duration delay) = 0;

 protected:
  /// Ends `fault`, which has a duration, by a fault of kind `end` when that is over.
  void end_later(Fault fault, FaultKind end);
};

/// Whether the event is of the kind that the trigger waits for, whichever of them it counts.
bool matches(const Trigger& trigger, const Event& event);

class FaultPlan {
 public:
  explicit FaultPlan(std::vector<Fault> faults);

  /// Hands the faults with a time to `target`. Once, at the world's start.
  void start(FaultTarget& target) const;

  /// Whether any fault waits for an event: if not, on_event need not be called.
  bool waits_for_events() const { return !waiting_.empty(); }
  void on_event(const Event& event, FaultTarget& target);
  /// Adds what it still waits for.
  void fingerprint(Fingerprint& print) const {
    for (const Waiting& waiting : waiting_) {
      print.add(std::uint64_t{waiting.fault});
      print.add(waiting.still);
    }
  }

 private:
  struct Waiting {
    std::size_t fault;
    std::uint32_t still;  ///< so many more matching events, this one included
  };
  std::vector<Fault> faults_;
  std::vector<Waiting> waiting_;
};

/// By index, the faults whose moment did not come in the run that `trace` records.
std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace);

}  // namespace locklab::sim
