// The move of a hash slot from one master of a Redis Cluster to another.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "app/live/cluster_bus.h"
#include "app/live/server_fleet.h"

namespace locklab::app {

class SlotMover {
 public:
  /// The fleet is one cluster, and outlives the mover, as does whatever `answers` refers to.
  SlotMover(ServerFleet& servers, Answers answers)
      : servers_(servers), answers_(std::move(answers)) {}
  explicit SlotMover(ServerFleet& servers) : SlotMover(servers, whoever_runs(servers)) {}

  /// Moves a slot with all its keys to another master; both can answer. Commands that come
  /// meanwhile are sent on by the servers, back and forth for some milliseconds. A node that cannot
  /// answer hears of it later, from the others. Moves are at least 50 ms apart. Returns why it
  /// failed; empty: it did not.
  std::string move(std::uint16_t slot, std::size_t to);

 private:
  std::string hand_over(std::uint16_t slot, std::size_t from, std::size_t to,
                        const std::string& id) const;

  ServerFleet& servers_;
  const Answers answers_;
  std::chrono::steady_clock::time_point bus_is_quiet_;
};

}  // namespace locklab::app
