// The wall clock of one server against the trace's time, both in us, from the recorded changes of
// the clock. A server ends leases by this clock, so a jump moves the ends of active leases.
//
// A change happened in an interval, within which the clock may have had its old or its new reading.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "sim/process/clock.h"
#include "sim/trace/event.h"

namespace locklab::app {

class WallClock {
 public:
  /// Adds a change (EventKind::node_clock), the latest so far.
  void on(const sim::Event& change);

  /// Returns the least and the greatest reading between two times.
  std::pair<std::int64_t, std::int64_t> readings(std::int64_t from, std::int64_t at) const;
  /// Returns the first time, from `from` on, at which the clock may have read at least `reading`.
  std::int64_t may_reach(std::int64_t reading, std::int64_t from) const;
  /// Returns the first time at which the clock must read at least `reading` at its current rate, no
  /// earlier than the last change.
  std::int64_t must_reach(std::int64_t reading) const;

 private:
  /// The clock between two changes.
  struct Piece {
    std::int64_t from;  ///< earliest time at which it may have begun, in us
    std::int64_t sure;  ///< latest time at which it may have begun, in us
    sim::Clock clock;
  };
  std::int64_t end_of(std::size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].sure
                                      : std::numeric_limits<std::int64_t>::max();
  }

  std::vector<Piece> pieces_{{0, 0, sim::Clock()}};
};

}  // namespace locklab::app
