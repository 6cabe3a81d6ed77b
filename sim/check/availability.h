// Availability: while a client waits and reaches the nodes that the strategy needs, the lock is
// empty for at most a lease and a third of the scenario's bound. The lease is what a vanished
// holder may leave behind; the rest is time for the waiter's next round of attempts, and a little
// more.
//
// The three related properties excuse breaches that this one counts. NoDeadlock restarts its clock
// at every fault: it only requires that a lock recovers once faults have ended. FaultTolerance
// covers waiters that have lost some of the nodes, and PromptHandOver the time after a release
// without faults. For Availability, faults continue, and each may cost another lease: "we pay an
// availability penalty equal to TTL time on network partitions" (Redis documentation, Distributed
// locks).
#pragma once

#include "sim/check/entry_window.h"
#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Availability {
 public:
  explicit Availability(const TraceInfo& info)
      : locks_(info.needs > 0 && info.quota_limit == 0),
        window_(info.ttl_us + info.bound_us / 3, info.bound_us, EntryWindow::OnStrike::go_on) {}

  /// Processes a client's event, with the lock after it.
  void on_client(const Event& event, const LockStates::Lock& lock) { look(event.key, event, lock); }
  /// Processes an event that may change the availability of several locks (a fault, its end, or a
  /// client's `finished`), with the situation after it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken by `now` (us). A search uses it with fingerprint().
  bool is_broken(std::int64_t now) const { return locks_ && window_.is_complete(now); }
  void fingerprint(Fingerprint& print) const { window_.fingerprint(print); }

 private:
  void look(std::uint16_t name, const Event& event, const LockStates::Lock& lock) {
    left_out_ = left_out_ || lock.awaited_in_vain();
    window_.look(name, event.at, lock.free(), event.kind);
  }

  bool locks_;
  EntryWindow window_;
  bool left_out_ = false;  ///< some time was not counted, see except_unable()
};

}  // namespace locklab::sim
