// How long a search's faults last, and how far and how fast clocks deviate. Sizes are tied to the
// lease: what is harmless for one lock ends another's lease.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

struct StrikeSizes {
  /// Clock jumps, each tried in both directions: the part of a lease left after the work, a little
  /// more than a lease, an hour (or two leases, if longer).
  std::array<Duration, 3> jumps{};
  /// Whether a forward jump of an hour ends nothing more than a jump of a lease does: no lease or
  /// window is longer.
  bool hour_adds_nothing = false;
  /// Clock drifts in ppm, each tried in both directions: twice what Redlock allows for, and far
  /// more.
  std::array<std::int64_t, 2> drifts{};
  Duration heals{0};  ///< maximum duration of a pause, a cut, a held message, a frozen node or a
                      ///< split brain, and maximum delay of a failover's promotion
  Duration down{
      0};  ///< maximum outage of a dead node: long enough to see whether the others tolerate it
  /// Minimum time until a dead node is back, until a replica takes its place, and until an old
  /// master that lives learns that there is another.
  Duration least_outage{0};
  /// Interval at whose multiples faults and random durations may also end. With 0, they end only
  /// where that meets another event.
  Duration end_every{0};
};

/// The sizes for a scenario; `least_outage` defaults to usual_least_outage().
StrikeSizes sizes_for(const Scenario& scenario, std::optional<Duration> least_outage = {});

/// A tenth of the lease. A server that its supervisor restarts is back after about a second
/// (systemd waits 100 ms, RestartSec, and the process has to load its data), and leases of 10 s are
/// usual (the example on Redis's page on distributed locks). The lab's leases are shorter, hence a
/// fraction of the lease.
Duration usual_least_outage(const Scenario& scenario);

}  // namespace locklab::sim
