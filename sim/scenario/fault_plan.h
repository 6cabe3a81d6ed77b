// When the faults of a scenario are injected. The simulated and the live world show the plan every
// event that they record, and take the due faults from it between two callbacks. Recording an event
// never injects a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The command names of all messages sent so far.
class MessageCommands {
 public:
  /// Processes the next event of the trace, which must still have its text.
  void on_event(const Event& event, const Trace& trace);
  /// The verb() of the command that the event's message carries or answers; empty if unknown.
  std::string_view of(const Event& event) const;

 private:
  std::map<std::uint32_t, std::string> by_message_;
};

/// Whether the trigger counts the event, whether or not it is the nth. `commands` must already have
/// processed the event.
bool matches(const Trigger& trigger, const Event& event, const MessageCommands& commands);

/// The token of the scenario's fault number `fault`, from 0.
constexpr FaultToken token_of(std::size_t fault) { return static_cast<FaultToken>(fault + 1); }

class FaultPlan {
 public:
  /// A fault whose moment has come.
  struct Due {
    const Fault* fault = nullptr;
    FaultToken token = 0;
    Duration delay{0};  ///< time from now to the injection
  };

  /// Plans the faults. Those with a time are due at once, with the delay until that time.
  explicit FaultPlan(std::vector<Fault> faults);

  /// Whether any fault waits for an event. If none does, on_event need not be called.
  bool waits_for_events() const { return !waiting_.empty(); }
  bool any_due() const { return !due_.empty(); }
  /// Whether any fault waits for a command by its name. on_event then needs the events' texts.
  bool names_commands() const { return names_commands_; }
  /// Counts the event for the faults that wait for it.
  void on_event(const Event& event, const Trace& trace);
  /// The next fault whose moment has come, in the order in which they became due; nullopt if none
  /// is due.
  std::optional<Due> take_due();

  /// Adds the events that faults still wait for, and the faults that are due.
  void fingerprint(Fingerprint& print) const;

 private:
  struct Waiting {
    std::size_t fault;
    std::uint32_t still;  ///< number of matching events still to come, including the one that
                          ///< triggers the fault
  };
  void make_due(std::size_t fault, Duration delay);

  std::vector<Fault> faults_;
  std::vector<Waiting> waiting_;
  std::deque<Due> due_;
  MessageCommands commands_;
  bool names_commands_ = false;
};

/// The trigger that fires right after the last event of `trace` that a phrase can express
/// (trigger.h), or at `now_us` if that is over 1 ms later. nullopt if there is no such event yet.
std::optional<Trigger> trigger_now(const Trace& trace, std::int64_t now_us);

/// The indices of the events of `trace` that the trigger counts, whether or not they are the nth.
std::vector<std::size_t> matches_in(const Trigger& trigger, const Trace& trace);

/// The moment of each fault, by its index, in the run that `trace` records, in us; nullopt if the
/// moment does not come.
std::vector<std::optional<std::int64_t>> moments_of(const std::vector<Fault>& faults,
                                                    const Trace& trace);

/// The indices of the events of `trace` that record the injection of each fault, by the fault's
/// index: several if it hits several links or messages; none if its moment did not come or it had
/// no effect.
std::vector<std::vector<std::size_t>> strikes_of(const std::vector<Fault>& faults,
                                                 const Trace& trace);

/// The indices of the faults that had no effect in the run that `trace` records.
std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace);

}  // namespace locklab::sim
