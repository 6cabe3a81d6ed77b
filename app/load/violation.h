// What the oracle of a load sees: holds of a lock, and what went wrong between two of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/trace/property.h"

namespace locklab::sim {
class Trace;
}

namespace locklab::app {

/// What went wrong between two holds of one lock.
enum class Harm : std::uint8_t {
  overlap,      ///< the second entered while the first, and perhaps others, were inside
  lost_update,  ///< the second wrote over what the first had written since the second's read
  stale_write,  ///< the second came with an older token than the first: it was turned away
  token_fell,   ///< the second entered later and was given a token that is not higher
  count_,
};

std::string_view name(Harm harm);

/// One hold of a lock, on the clock of the load generator.
struct Hold {
  std::uint32_t client = 0;    ///< from 0
  std::int64_t wanted_us = 0;  ///< when it began to ask for the lock
  std::int64_t entered_us = 0;
  std::int64_t left_us = -1;  ///< -1: it has not left: it crashed, or the load ended
  std::int64_t token = -1;    ///< fencing token; -1: the lock gives none
};

struct Violation {
  Harm harm = Harm::overlap;
  std::uint64_t lock = 0;  ///< the number of the lock
  Hold first;
  Hold second;
  /// What is known of both clients around it (app/stress/violation_trace.h); null: it was not kept.
  std::shared_ptr<const sim::Trace> window;
  std::string file;  ///< where the window was saved; empty: nowhere
};

/// The promise that this harm breaks; none: a harm that a lock has prevented.
std::optional<sim::Property> broken_by(Harm harm);

}  // namespace locklab::app
