// Moves a hash slot from one master of a Redis Cluster to another.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "app/live/servers/cluster_bus.h"
#include "app/live/servers/server_fleet.h"

namespace locklab::app {

class SlotMover {
 public:
  /// The fleet must be one cluster, and outlive the mover, as must all that `answers` refers to.
  SlotMover(ServerFleet& servers, Answers answers)
      : servers_(servers), answers_(std::move(answers)) {}
  explicit SlotMover(ServerFleet& servers) : SlotMover(servers, whoever_runs(servers)) {}

  /// Moves a slot with all its keys to another master; both must be able to answer. Commands that
  /// arrive in the meantime are redirected by the servers, for some milliseconds back and forth. A
  /// node that cannot answer learns of the move later, from the others. Moves are at least 50 ms
  /// apart. Returns the error, or an empty string.
  std::string move(std::uint16_t slot, std::size_t to);

 private:
  std::string hand_over(std::uint16_t slot, std::size_t from, std::size_t to,
                        const std::string& id) const;

  ServerFleet& servers_;
  const Answers answers_;
  std::chrono::steady_clock::time_point bus_is_quiet_;
};

}  // namespace locklab::app
