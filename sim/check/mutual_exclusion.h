// Mutual exclusion: a lock never admits more clients at once than it allows: one client, any number
// of shared holders, or clients whose permits add up to the limit at most.
#pragma once

#include <optional>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class MutualExclusion {
 public:
  explicit MutualExclusion(const TraceInfo& info) : admits_(info.admits) {}

  /// Processes an `entered`, with the situation and the lock after it.
  void on_entered(const Event& event, std::size_t index, const Situation& now,
                  const LockStates::Lock& lock) {
    if (breach_) return;
    // Depth 1 is a new entry, a greater depth a re-entry.
    sections_ += without_lock(event) || now.locks().depth(event.client, event.key) == 1;
    const std::uint32_t inside = lock.inside + lock.without;
    // A reader that upgrades to a writer while another reader is inside breaks the promise as well.
    if (inside > 1 && lock.exclusive > 0 && lock.taken > admits_ && admits_ > 0)
      breach_ = Breach{index, now.locks().earliest_inside(event.key, event.client)};
    most_ = std::max(most_, inside);
  }
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. No other state here affects the future, so there is no
  /// fingerprint.
  bool is_broken() const { return breach_.has_value(); }

 private:
  std::uint32_t admits_;
  std::uint64_t sections_ = 0;
  std::uint32_t most_ = 0;
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim
