// No deadlock: a lock is never empty for lease + bound, without a new fault, while a client waits
// that is not paused and reaches the nodes that the strategy needs. Nor do clients wait for that
// long, without a new fault, for locks that they hold among themselves (WaitCycles).
#pragma once

#include "sim/check/entry_window.h"
#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"
#include "sim/check/wait_cycles.h"

namespace locklab::sim {

class NoDeadlock {
 public:
  explicit NoDeadlock(const TraceInfo& info)
      : window_(info.ttl_us + info.bound_us, info.bound_us, EntryWindow::OnStrike::start_anew),
        cycles_(window_.length()) {}

  /// Processes a client's event, with its lock and all locks after it.
  void on_client(const Event& event, const LockStates::Lock& lock, const LockStates& locks) {
    attempts_ += event.kind == EventKind::attempt;
    cycles_.look(locks, event);
    look(event.key, event, lock);
  }
  void strike(std::int64_t at) {
    window_.strike(at);
    cycles_.strike(at);
  }
  /// Processes an event that may change the availability of several locks (a fault, its end, or a
  /// client's `finished`), with the situation after it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken by `now` (us). A search uses it with fingerprint().
  bool is_broken(std::int64_t now) const {
    return window_.is_complete(now) || cycles_.is_complete(now);
  }
  void fingerprint(Fingerprint& print) const {
    window_.fingerprint(print);
    cycles_.fingerprint(print);
  }

 private:
  void look(std::uint16_t name, const Event& event, const LockStates::Lock& lock) {
    left_out_ = left_out_ || lock.awaited_in_vain();
    window_.look(name, event.at, lock.free(), event.kind);
  }

  EntryWindow window_;
  WaitCycles cycles_;
  std::uint64_t attempts_ = 0;
  bool left_out_ = false;  ///< some time was not counted, see except_unable()
};

}  // namespace locklab::sim
