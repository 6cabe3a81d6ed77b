// Prompt hand-over: after a release, with a waiter and no fault, somebody enters within the bound,
// not only when a lease ends.
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

  /// What a client said of itself, with the lock after it.
  void on_client(const Event& event, const LockStates::Lock& lock) {
    if (lock.waiting > 0 || on_their_way_ > 0 || window_.any()) change(event, lock);
  }
  /// A fault struck.
  void strike(std::int64_t at) { window_.strike(at); }
  /// The way in may have changed for any lock: a fault or the end of one, with the situation after
  /// it.
  void look_at_all(const Event& event, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// For searches: whether it is broken by `now`, and all that decides whether it will be.
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
  /// By lock, while a release is on its way: its node may have handed the lock on before the
  /// releaser knows.
  ByName<std::uint8_t> releasing_;
  std::uint32_t on_their_way_ = 0;  ///< how many
  std::uint64_t before_reply_ = 0;  ///< entries while the release's reply was on its way
};

}  // namespace locklab::sim
