// What may happen next in a search: of all that is due at the earliest instant, those between which
// the order matters. Things at different nodes do not know of each other within one instant, since
// every message takes time, so their order is not tried both ways (design note in the README).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/event_queue.h"

namespace locklab::sim {

class Ties {
 public:
  /// The first group of those that are due first, in the order in which they were set. Something is
  /// due.
  void find(World& world);

  std::size_t size() const { return due_.size(); }
  Timer& operator[](std::size_t i) const { return *due_[i].timer; }

 private:
  struct Due {
    std::uint32_t group;
    std::uint64_t sequence;
    Timer* timer;
  };
  void keep_order_on_links();

  std::vector<Due> due_;
};

}  // namespace locklab::sim
