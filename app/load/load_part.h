// One generator's part of a load that several make together: which of the clients it runs, whose
// load it is, and when it begins. All parts name the load alike, so that their locks have the same
// keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/problem.h"

namespace locklab::app {

/// When a load begins, on the clock of its first server.
struct StartTime {
  std::int64_t us = 0;    ///< since 1970, or from now on
  bool relative = false;  ///< it counts from now
  bool operator==(const StartTime&) const = default;
};

struct LoadPart {
  std::uint32_t number = 0;  ///< from 0
  std::uint32_t of = 1;
  StartTime start;
  std::string load;  ///< the name that all parts have in common; keys contain it

  /// Whether the part runs that client of the whole load.
  bool has(std::uint64_t client) const { return client % of == number; }
};

/// Reads "2026-11-25T10:00:00Z", "2026-11-25T11:00:00.5+01:00", "1795600800", "1795600800.5",
/// "+5s", "+500ms".
std::variant<StartTime, sim::Problem> parse_start(std::string_view text);

/// A time since 1970 as RFC 3339 writes it, in UTC: "2026-11-25T10:00:00.500Z".
std::string rfc3339(std::int64_t unix_us);

}  // namespace locklab::app
