// How long a search's faults last, and how far and how fast clocks go wrong. Sizes are tied to the
// lease: what is harmless beside one lock's lease ends another's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

struct StrikeSizes {
  /// Jumps of a clock, each tried both ways: what is left of a lease after the work, a lease and a
  /// little more, an hour.
  std::array<Duration, 3> jumps{};
  /// An hour forward ends nothing that a lease does not end: no lease or window is longer.
  bool hour_adds_nothing = false;
  /// A clock's drift in ppm, each tried both ways: what a lock may allow for, and far more.
  std::array<std::int64_t, 2> drifts{};
  Duration heals{0};  ///< a pause, a cut, a held message, a frozen node last no longer
  Duration down{0};   ///< nor a dead node: long enough to see whether the others bear it
  /// A dead node is not back sooner; no replica takes its place sooner; and an old master that
  /// lives is not told sooner that there is another.
  Duration least_outage{0};
};

/// The sizes for a scenario; `least_outage`: the usual one unless it is given.
StrikeSizes sizes_for(const Scenario& scenario, std::optional<Duration> least_outage = {});

/// A tenth of the lease. A server that its supervisor starts again is back after about a second
/// (systemd waits 100 ms, RestartSec, and the process has to load its data), and leases of 10 s are
/// usual (the example on Redis's page on distributed locks). The lab's leases are shorter, so this
/// is told in leases.
Duration usual_least_outage(const Scenario& scenario);

}  // namespace locklab::sim
