// The wall clock of one server against the trace's time, as the recorded changes of the clock tell
// it. A server ends leases by that clock, so a jump moves the ends of those that run.
//
// A change happened in an interval. Within it the clock may have read as before or as after.
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
  /// Learns of a change (EventKind::node_clock), the last so far.
  void on(const sim::Event& change);

  /// The least and the greatest reading between two times.
  std::pair<std::int64_t, std::int64_t> readings(std::int64_t from, std::int64_t at) const;
  /// The first time from `from` on at which the clock may have read at least `reading`.
  std::int64_t may_reach(std::int64_t reading, std::int64_t from) const;
  /// The first time at which it reads at least `reading`, as it goes now: no earlier than the last
  /// change.
  std::int64_t must_reach(std::int64_t reading) const;

 private:
  /// The clock between two changes.
  struct Piece {
    std::int64_t from;  ///< it may have gone so since then
    std::int64_t sure;  ///< it has gone so since then
    sim::Clock clock;
  };
  std::int64_t end_of(std::size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].sure
                                      : std::numeric_limits<std::int64_t>::max();
  }

  std::vector<Piece> pieces_{{0, 0, sim::Clock()}};
};

}  // namespace locklab::app
