// Aligns two runs by cause rather than by time: a client's step corresponds to the same step of the
// same client, however late it came. A live run and its simulation never agree to the microsecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

struct CauseAlignment {
  /// The first events that differ; the number of events for a run that has no more.
  struct Difference {
    std::size_t one = 0;
    std::size_t other = 0;

    bool operator==(const Difference&) const = default;
  };

  std::optional<Difference> difference;  ///< nullopt if both took the same steps
  /// Indexed by the number of passed events in the first run: the corresponding number in the
  /// other; and vice versa.
  std::vector<std::uint32_t> to_other;
  std::vector<std::uint32_t> to_one;
};

/// Compares each client's actions, the messages between each client and node, and each node's own
/// actions. Ignores times, message numbers, and the order among concurrent steps. A token counts as
/// its owner, and an attempt that was refused like the previous one is ignored: the number of
/// retries depends on time. Linear in both.
CauseAlignment align_by_cause(const sim::Trace& one, const sim::Trace& other);

}  // namespace locklab::app
