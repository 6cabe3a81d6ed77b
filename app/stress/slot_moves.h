// Moves the slots of a load's locks from master to master of its own cluster, one after the other,
// while the load goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/server_fleet.h"
#include "app/live/slot_move.h"

namespace locklab::app {

class SlotMoves {
 public:
  /// `locks`: the slots of the load's locks, each once. The fleet outlives it.
  SlotMoves(ServerFleet& cluster, std::vector<std::uint16_t> locks)
      : cluster_(cluster), mover_(cluster), locks_(std::move(locks)) {}

  /// Every slot moves once more, to the master after the one that has it then.
  void begin() { to_move_ += locks_.size(); }
  bool idle() const { return to_move_ == 0; }
  /// Moves for a moment. Returns why it failed; empty: it did not.
  std::string go_on();

 private:
  ServerFleet& cluster_;
  SlotMover mover_;
  const std::vector<std::uint16_t> locks_;
  std::size_t to_move_ = 0;
  std::size_t next_ = 0;
};

}  // namespace locklab::app
