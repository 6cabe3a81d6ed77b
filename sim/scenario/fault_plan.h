// The moments at which the faults of a scenario strike. Both worlds show the plan every event that
// they record, and ask it between two callbacks for the faults that are due. Recording an event
// never strikes anybody.
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

/// The names of the commands of messages under way.
class MessageCommands {
 public:
  /// Takes in the next event of the trace, which still has its text.
  void on_event(const Event& event, const Trace& trace);
  /// The command that the event's message carries or answers, as verb() gives it; empty: none.
  std::string_view of(const Event& event) const;

 private:
  std::map<std::uint32_t, std::string> by_message_;
};

/// Whether the trigger counts the event, whether or not it is the nth. `commands` has taken it in.
bool matches(const Trigger& trigger, const Event& event, const MessageCommands& commands);

/// The token of the scenario's fault number `fault`.
constexpr FaultToken token_of(std::size_t fault) { return static_cast<FaultToken>(fault + 1); }

class FaultPlan {
 public:
  /// A fault whose moment has come.
  struct Due {
    const Fault* fault = nullptr;
    FaultToken token = 0;
    Duration delay{0};  ///< time from now to the strike
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
  /// The next fault whose moment has come, in the order of those moments.
  std::optional<Due> take_due();

  /// Adds the events that faults still wait for.
  void fingerprint(Fingerprint& print) const;

 private:
  struct Waiting {
    std::size_t fault;
    std::uint32_t still;  ///< number of matching events still to come, the striking one included
  };
  void make_due(std::size_t fault, Duration delay);

  std::vector<Fault> faults_;
  std::vector<Waiting> waiting_;
  std::deque<Due> due_;
  MessageCommands commands_;
  bool names_commands_ = false;
};

/// The trigger that strikes right after the last event of `trace` that a phrase can say
/// (trigger.h), `now_us` at the earliest where time has passed since. None: nothing has happened
/// yet.
std::optional<Trigger> trigger_now(const Trace& trace, std::int64_t now_us);

/// The events of `trace` that the trigger counts, whether or not they are the nth.
std::vector<std::size_t> matches_in(const Trigger& trigger, const Trace& trace);

/// The moment of each fault, by its index, in the run that `trace` records, in microseconds. None:
/// the moment does not come.
std::vector<std::optional<std::int64_t>> moments_of(const std::vector<Fault>& faults,
                                                    const Trace& trace);

/// The events of `trace` that record the strikes of each fault, by the fault's index: several where
/// it strikes several links or messages, none where its moment did not come or it found nothing to
/// strike or to end.
std::vector<std::vector<std::size_t>> strikes_of(const std::vector<Fault>& faults,
                                                 const Trace& trace);

/// The indices of the faults that did nothing in the run that `trace` records.
std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace);

}  // namespace locklab::sim
