// What the servers themselves say about a load: processor time, commands and bytes, from INFO
// before and after.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/stress/stress_servers.h"

namespace locklab::app {

struct ServerReading {
  std::int64_t at_us = 0;
  std::int64_t processor_us = 0;
  std::uint64_t commands = 0;
  std::uint64_t bytes = 0;  ///< in and out
};

/// A reading of each server; none where it does not answer in time.
std::vector<std::optional<ServerReading>> read_meters(const StressServers& servers);

/// What a server did between two readings. None: one is missing, or it has restarted in between.
std::optional<ServerReading> between(const std::optional<ServerReading>& before,
                                     const std::optional<ServerReading>& after);

}  // namespace locklab::app
