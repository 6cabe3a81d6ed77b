// The errors of the wall clocks of clients and nodes: offset and accumulated drift.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

/// A wall clock relative to the world's time.
struct ClockState {
  std::int64_t offset_us = 0;   ///< offset without drift
  std::int64_t drifted_us = 0;  ///< accumulated until `since`
  std::int64_t ppm = 0;         ///< how much faster it has run since `since`
  std::int64_t since = 0;       ///< world time of its latest change, in us

  /// How far the clock is ahead of world time at `at`, in us.
  std::int64_t ahead_us(std::int64_t at) const;
  bool operator==(const ClockState&) const = default;
};

class ClockStates {
 public:
  /// Processes a change of a clock. Other events have no effect.
  void on(const Event& event);

  ClockState of(ClientId client) const;
  ClockState of(NodeId node) const;
  /// How far `event`, the next change of a clock, sets it forward, in us; negative: back.
  std::int64_t jump(const Event& event) const;
  bool operator==(const ClockStates&) const = default;

 private:
  ByClient<ClockState> clients_;
  std::vector<ClockState> nodes_;
};

}  // namespace locklab::sim
