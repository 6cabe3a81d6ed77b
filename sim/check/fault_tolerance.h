// Fault tolerance: while a minority of the lock's nodes is down, frozen, busy, refusing writes or
// cut off, a waiter still enters within lease + bound. If a lock has only one node, that node is a
// single point of failure and counts as a minority.
#pragma once

#include "sim/check/entry_window.h"
#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class FaultTolerance {
 public:
  explicit FaultTolerance(const TraceInfo& info)
      : window_(info.ttl_us + info.bound_us, info.bound_us, EntryWindow::OnStrike::start_anew) {}

  /// Processes a client's event, with the lock and the situation after it.
  void on_client(const Event& event, const LockStates::Lock& lock, const Situation& now) {
    if (!node_lost_) return;
    if (event.kind == EventKind::attempt) losses_ |= now.losses_of(event.client, event.key);
    look(event.key, event, lock);
  }
  void strike(std::int64_t at) { window_.strike(at); }
  /// Processes an event that may change the availability of several locks (a fault, its end, or a
  /// client's `finished`), with the situation after it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken by `now` (us). A search uses it with fingerprint().
  bool is_broken(std::int64_t now) const { return node_lost_ && window_.is_complete(now); }
  void fingerprint(Fingerprint& print) const {
    window_.fingerprint(print);
    print.add(node_lost_);
  }

 private:
  void look(std::uint16_t name, const Event& event, const LockStates::Lock& lock) {
    window_.look(name, event.at, lock.tolerant > 0 && lock.inside == 0, event.kind);
  }

  EntryWindow window_;
  bool node_lost_ = false;
  unsigned losses_ = 0;  ///< how waiters had lost a minority of the nodes, bits of losses()
};

}  // namespace locklab::sim
