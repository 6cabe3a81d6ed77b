// Which clients believe that they hold which locks: from `acquired` until they know that their
// lease has ended, begin to release, crash, or start again. A release of another lock or hold (a
// foreign one) does not end a belief.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

/// An acquisition that its client believes to be still valid.
struct Belief {
  ClientId client = no_client;
  std::uint16_t lock = no_name;
  std::uint32_t acquisition = 0;
  std::uint32_t acquired = 0;  ///< index of the event
  bool operator==(const Belief&) const = default;
};

class Beliefs {
 public:
  /// Processes the next event of a trace. Returns whether its client's belief has changed.
  bool on(const Event& event, std::size_t index);

  bool any(ClientId client) const;
  /// The client's latest believed acquisition of the lock; null if there is none.
  const Belief* find(ClientId client, std::uint16_t lock) const;
  /// All beliefs, oldest first.
  const std::vector<Belief>& all() const { return all_; }
  bool operator==(const Beliefs&) const = default;

 private:
  std::vector<Belief> all_;
};

}  // namespace locklab::sim
