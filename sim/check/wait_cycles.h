// Cycles of waits: clients that wait for locks held only by clients that wait, too. None of them
// goes on before one gives up or a lease ends. A client that waits for a lock that it holds is a
// cycle by itself. Who is paused, or does not reach the nodes that the strategy needs, is kept by
// that, and belongs to none.
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
  /// One client of a cycle. The next one, or the first after the last, holds what it waits for.
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

  /// Processes an event of a client, or one that may end its waits, with the locks after it.
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
