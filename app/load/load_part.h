// One generator's part of a load that several generators share: the clients it runs, the load's
// name and its start. All parts use the same name, so their locks have the same keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/problem.h"

namespace locklab::app {

/// Start of a load by the clock of its first server.
struct StartTime {
  std::int64_t us = 0;  ///< since 1970, or from now if `relative`
  bool relative = false;
  bool operator==(const StartTime&) const = default;
};

struct LoadPart {
  std::uint32_t number = 0;  ///< from 0
  std::uint32_t of = 1;
  StartTime start;
  std::string load;  ///< name shared by all parts, a component of the locks' keys

  /// True if this part runs `client` of the whole load.
  bool has(std::uint64_t client) const { return client % of == number; }
};

/// Parses "2026-11-25T10:00:00Z", "2026-11-25T11:00:00.5+01:00", "1795600800", "1795600800.5",
/// "+5s", "+500ms".
std::variant<StartTime, sim::Problem> parse_start(std::string_view text);

/// Formats a Unix time as RFC 3339 in UTC: "2026-11-25T10:00:00.500Z".
std::string rfc3339(std::int64_t unix_us);

}  // namespace locklab::app
