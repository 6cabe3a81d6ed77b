// The move of a hash slot from one master of a Redis Cluster to another.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/live/server_fleet.h"

namespace locklab::app {

class SlotMover {
 public:
  /// The fleet is one cluster, and outlives the mover.
  explicit SlotMover(ServerFleet& servers) : servers_(servers) {}

  /// Moves a slot with all its keys to another master, which runs. Commands that come meanwhile are
  /// sent on by the servers, back and forth for some milliseconds. A node that does not run hears
  /// of it later, from the others. Moves are at least 50 ms apart. Returns why it failed; empty: it
  /// did not.
  std::string move(std::uint16_t slot, std::size_t to);

 private:
  ServerFleet& servers_;
  std::chrono::steady_clock::time_point bus_is_quiet_;
};

}  // namespace locklab::app
