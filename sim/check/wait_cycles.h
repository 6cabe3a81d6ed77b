// Cycles of waits: clients that wait for locks held only by clients that wait, too. None of them
// can continue until one gives up or a lease ends. A client that waits for a lock that it holds is
// a cycle by itself. A client that is paused, or does not reach the nodes that the strategy needs,
// belongs to no cycle: it is kept waiting by that, not by a holder.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/state/lock_states.h"

namespace locklab::sim {

class WaitCycles {
 public:
  /// A client of a cycle, and the lock that it waits for, which the next client in the cycle holds.
  /// The first client follows the last.
  struct Wait {
    ClientId client = no_client;
    std::uint16_t lock = no_name;
    bool operator==(const Wait&) const = default;
  };
  struct Cycle {
    std::vector<Wait> waits;
    std::int64_t since = 0;  ///< time in us at which it closed, or of the last fault since
  };

  /// A cycle counts once it has lasted for `length` us without a fault.
  explicit WaitCycles(std::int64_t length) : length_(length) {}

  /// Processes an event of a client, or a fault or its end, with the locks after it.
  void look(const LockStates& locks, const Event& event) {
    if (event.kind == EventKind::attempt) tangled_ |= locks.inside_any(event.client);
    if (tangled_ && !complete_) look_again(locks, event);
  }
  void strike(std::int64_t at);
  /// The first cycle that had lasted long enough by `end`, in us.
  std::optional<Cycle> complete(std::int64_t end) const;
  bool is_complete(std::int64_t end) const {
    return complete_ || (!cycles_.empty() && complete(end));
  }
  std::int64_t length() const { return length_; }
  void fingerprint(Fingerprint& print) const;

 private:
  void look_again(const LockStates& locks, const Event& event);

  std::int64_t length_;
  bool tangled_ = false;  ///< some client may be inside a lock and wait for one
  std::vector<Cycle> cycles_;
  std::optional<Cycle> complete_;
};

}  // namespace locklab::sim
