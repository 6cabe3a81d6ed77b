// When each fault of a scenario strikes. Both worlds show it every event that they record, and ask
// it between two callbacks what is due by then: recording an event never strikes anybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Whether the event is of the kind that the trigger waits for, whichever of them it counts.
bool matches(const Trigger& trigger, const Event& event);

/// The token of the scenario's fault number `fault`.
constexpr FaultToken token_of(std::size_t fault) { return static_cast<FaultToken>(fault + 1); }

class FaultPlan {
 public:
  /// A fault whose moment has come.
  struct Due {
    const Fault* fault = nullptr;
    FaultToken token = 0;
    Duration delay{0};  ///< it strikes so much later
  };

  /// Those with a time are due at once, each with the delay until then.
  explicit FaultPlan(std::vector<Fault> faults);

  /// Whether any fault waits for an event: if not, on_event need not be called.
  bool waits_for_events() const { return !waiting_.empty(); }
  bool any_due() const { return !due_.empty(); }
  /// Looks whether a fault waits for this event.
  void on_event(const Event& event);
  /// The next fault whose moment has come, in the order of those moments.
  std::optional<Due> take_due();

  /// Adds what it still waits for.
  void fingerprint(Fingerprint& print) const;

 private:
  struct Waiting {
    std::size_t fault;
    std::uint32_t still;  ///< so many more matching events, this one included
  };
  void make_due(std::size_t fault, Duration delay);

  std::vector<Fault> faults_;
  std::vector<Waiting> waiting_;
  std::deque<Due> due_;
};

/// By index, when the moment of each fault comes in the run that `trace` records, in us. None: it
/// does not come.
std::vector<std::optional<std::int64_t>> moments_of(const std::vector<Fault>& faults,
                                                    const Trace& trace);

/// By index, the faults that did nothing in the run that `trace` records: their moment did not
/// come, or there was nothing left that they could strike.
std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace);

}  // namespace locklab::sim
