// Holds of a lock, and violations between two of them, as a load's oracle reports them.
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

/// Kind of violation between two holds of one lock.
enum class Harm : std::uint8_t {
  overlap,      ///< the second entered while the first (and perhaps others) was inside
  lost_update,  ///< the second overwrote what the first wrote after the second's read
  stale_write,  ///< the second's write was rejected: its token is older than the first's
  token_fell,   ///< the second's token is not higher, although it began to wait after the first
                ///< entered; in a merge also: both tokens are equal
  count_,
};

std::string_view name(Harm harm);

/// One hold of a lock, by the clock of the load generator.
struct Hold {
  std::uint32_t client = 0;    ///< from 0
  std::int64_t wanted_us = 0;  ///< start of the acquire; the scheduled time in an open loop
  std::int64_t entered_us = 0;
  std::int64_t left_us = -1;  ///< -1 if it has not left, or its client crashed inside
  std::int64_t token = -1;    ///< fencing token; -1 if none
};

struct Violation {
  Harm harm = Harm::overlap;
  std::uint64_t lock = 0;  ///< from 0
  Hold first;
  Hold second;
  /// Trace of both clients around the violation (app/stress/load/violation_trace.h); null if not
  /// kept.
  std::shared_ptr<const sim::Trace> window;
  std::string file;  ///< path of the saved window; empty if not saved
};

/// Property that the harm breaks; nullopt for a stale write, which fencing has rejected.
std::optional<sim::Property> broken_by(Harm harm);

}  // namespace locklab::app
