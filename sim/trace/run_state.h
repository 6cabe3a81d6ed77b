// The state of a run after some events of its trace: the progress and beliefs of its clients, who
// waits for a lock or is inside, faults, replication, clocks, keys, messages in flight, and the
// resource. It consumes events and is a plain value, which can be copied in the middle of a run.
// Only its parts (sim/trace/state) define how an event changes these states: checks and views read
// them. Code that needs a single answer uses a single part.
#pragma once

#include <cstddef>

#include "sim/trace/state/beliefs.h"
#include "sim/trace/state/client_course.h"
#include "sim/trace/state/clock_states.h"
#include "sim/trace/state/families.h"
#include "sim/trace/state/fault_states.h"
#include "sim/trace/state/key_states.h"
#include "sim/trace/state/lock_states.h"
#include "sim/trace/state/message_states.h"
#include "sim/trace/state/resource_state.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class RunState {
 public:
  explicit RunState(const TraceInfo& info);

  /// Processes the next event of `trace`; every index once, in order.
  void on(const Trace& trace, std::size_t index);

  const ClientCourses& courses() const { return courses_; }
  const ClientFaults& clients() const { return faults_.clients(); }
  const LockStates& locks() const { return locks_; }
  const Beliefs& beliefs() const { return beliefs_; }
  const NodeStates& nodes() const { return faults_.nodes(); }
  const Families& families() const { return families_; }
  const LinkStates& links() const { return faults_.links(); }
  const ClockStates& clocks() const { return clocks_; }
  const KeyStates& keys() const { return keys_; }
  const MessageStates& messages() const { return messages_; }
  const ResourceState& resource() const { return resource_; }
  bool operator==(const RunState&) const = default;

 private:
  void on_client(const Event& event, std::size_t index);
  void on_fault(const Event& event, std::size_t index);

  ClientCourses courses_;
  LockStates locks_;
  Beliefs beliefs_;
  FaultStates faults_;
  Families families_;
  ClockStates clocks_;
  KeyStates keys_;
  MessageStates messages_;
  ResourceState resource_;
};

/// The state after the first `events` events.
RunState state_after(const Trace& trace, std::size_t events);

}  // namespace locklab::sim
