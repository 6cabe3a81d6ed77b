// Aligns two runs by cause rather than by time: a client's step corresponds to the same step of the
// same client, however late it happened. A live run and its simulation never agree to the
// microsecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

struct CauseAlignment {
  /// The first events that differ. For a run that lacks the other's step: the last crash of the
  /// client or node concerned; without a crash, the number of events.
  struct Difference {
    std::size_t one = 0;
    std::size_t other = 0;

    bool operator==(const Difference&) const = default;
  };

  std::optional<Difference> difference;  ///< nullopt if both took the same steps
  /// `to_other[n]`: the number of leading events of the second run up to the last one that
  /// corresponds to one of the first n events of the first run. `to_one`: the reverse.
  std::vector<std::uint32_t> to_other;
  std::vector<std::uint32_t> to_one;
};

/// Compares each client's steps, the messages between each client and node, each node's own steps,
/// and the faults. Ignores times, message numbers, the order among concurrent steps, copies on
/// replicas, and refused attempts and renewals that repeat the previous one: their number depends
/// on time. A token counts as its owner. Takes time about linear in both traces.
CauseAlignment align_by_cause(const sim::Trace& one, const sim::Trace& other);

}  // namespace locklab::app
