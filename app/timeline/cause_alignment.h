// Sets two runs side by side by cause, not by time: the same step of the same client belongs to the
// same step, however late it came. A live run and its simulation never agree to the microsecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

struct CauseAlignment {
  /// The first events that differ; the number of events where a run has none any more.
  struct Difference {
    std::size_t one = 0;
    std::size_t other = 0;

    bool operator==(const Difference&) const = default;
  };

  std::optional<Difference> difference;  ///< none: both did the same, step by step
  /// By the number of events that have passed in the first run: how many of the other belong to
  /// them; and the other way round.
  std::vector<std::uint32_t> to_other;
  std::vector<std::uint32_t> to_one;
};

/// Compares what each client did, what it sent to each node and was answered there, and what each
/// node did by itself. Times, the numbers of messages, and who of several was first do not count; a
/// token counts by its owner, an attempt that was refused like the one before it does not count at
/// all: how often somebody asks again is a matter of time. Linear in both.
CauseAlignment align_by_cause(const sim::Trace& one, const sim::Trace& other);

}  // namespace locklab::app
