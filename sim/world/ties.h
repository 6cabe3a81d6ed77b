// What may happen next in a search: of all that is due at the earliest instant, those between which
// the order matters. Things at different nodes do not know of each other within one instant, since
// every message takes time, so their order is not tried both ways
// (assets/docs/explorer.md) unless a reply is about to be lost, which its client learns at once.
// Where time stands still: everything that is under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lock/ids.h"
#include "sim/wire/event_queue.h"

namespace locklab::sim {

class World;

class Ties {
 public:
  /// The first group of those that are due first, in the order in which they were set. Something is
  /// due.
  void find(World& world);

  std::size_t size() const { return due_.size(); }
  Timer& operator[](std::size_t i) const { return *due_[i].timer; }
  /// Whether there are messages that cannot be next because they follow another on their link.
  bool some_wait_behind() const { return some_wait_behind_; }

 private:
  struct Due {
    std::uint32_t group;
    std::uint64_t sequence;
    Timer* timer;
  };
  bool find_first(World& world);
  bool find_any(World& world);
  void keep_order_on_links();

  std::vector<Due> due_;
  bool some_wait_behind_ = false;
};

/// Which client it reaches, or wakes; `no_client` for what happens elsewhere.
ClientId client_of(const Timer& timer);

}  // namespace locklab::sim
