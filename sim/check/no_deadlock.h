// No deadlock: some waiter enters if, for lease + bound, no fault is injected, no live client is
// inside, and the nodes that the strategy needs are reachable.
#pragma once

#include "sim/check/entry_window.h"
#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class NoDeadlock {
 public:
  explicit NoDeadlock(const TraceInfo& info)
      : window_(info.ttl_us + info.bound_us, info.bound_us, EntryWindow::OnStrike::start_anew) {}

  /// Processes a client's event, with the lock after it.
  void on_client(const Event& event, const LockStates::Lock& lock) {
    attempts_ += event.kind == EventKind::attempt;
    window_.look(event.key, event.at, lock.free(), event.kind);
  }
  void strike(std::int64_t at) { window_.strike(at); }
  /// Processes an event that may change the availability of several locks (a fault, its end, or a
  /// client's `finished`), with the situation after it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken by `now` (us). A search uses it with fingerprint().
  bool is_broken(std::int64_t now) const { return window_.is_complete(now); }
  void fingerprint(Fingerprint& print) const { window_.fingerprint(print); }

 private:
  EntryWindow window_;
  std::uint64_t attempts_ = 0;
};

}  // namespace locklab::sim
