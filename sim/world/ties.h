// The possible next steps if the Choice orders events: of everything due at the earliest instant,
// the events whose order matters. Events at different nodes cannot affect each other within one
// instant, since every message takes time, so they are not tried in both orders
// (assets/docs/explorer.md) unless Choice::all_orders() or Network::links_depend(). In asynchronous
// mode: everything in progress.
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
  /// Finds the possible next steps, in the order in which they were set.
  void find(World& world);

  std::size_t size() const { return due_.size(); }
  Timer& operator[](std::size_t i) const { return *due_[i].timer; }
  /// Whether some messages cannot be next because they are behind another one on their link.
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

/// The client that the timer reaches or wakes; no_client if there is none.
ClientId client_of(const Timer& timer);

}  // namespace locklab::sim
