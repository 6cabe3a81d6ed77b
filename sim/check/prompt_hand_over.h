// Prompt hand-over: after a release, with a waiter and without a fault, some client enters within
// the bound rather than when a lease ends.
#pragma once

#include <algorithm>

#include "sim/check/entry_window.h"
#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class PromptHandOver {
 public:
  explicit PromptHandOver(const TraceInfo& info)
      : admits_(std::max<std::uint32_t>(info.admits, 1)),
        window_(info.bound_us, info.bound_us, EntryWindow::OnStrike::stop) {}

  /// Processes a client's event, with the lock after it.
  void on_client(const Event& event, const LockStates::Lock& lock) {
    if (lock.waiting > 0 || on_their_way_ > 0 || window_.any()) change(event, lock);
  }
  void strike(std::int64_t at) { window_.strike(at); }
  /// Processes an event that may change the availability of several locks (a fault, its end, or a
  /// client's `finished`), with the situation after it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken by `now` (us). A search uses it with fingerprint().
  bool is_broken(std::int64_t now) const { return window_.is_complete(now); }
  void fingerprint(Fingerprint& print) const {
    window_.fingerprint(print);
    print.add(on_their_way_);
  }

 private:
  void set_releasing(std::uint16_t lock, bool releasing);
  void change(const Event& event, const LockStates::Lock& lock);
  bool awaited(const LockStates::Lock& lock) const {
    return lock.able > 0 && lock.inside < admits_;
  }

  std::uint32_t admits_;
  EntryWindow window_;
  /// 1 for a lock whose release is in flight while clients wait: a node may hand off the lock
  /// before the releaser gets its reply.
  ByName<std::uint8_t> releasing_;
  std::uint32_t on_their_way_ = 0;  ///< number of such locks
  std::uint64_t before_reply_ = 0;  ///< entries while a release was in flight
};

}  // namespace locklab::sim
