// What the servers of a load did, in total and in a second.
#pragma once

#include <cstdint>

namespace locklab::app {

/// What a server did. In what INFO says: since it was started.
struct ServerReading {
  std::int64_t at_us = 0;  ///< when; in a difference: how long
  std::int64_t processor_us = 0;
  std::uint64_t commands = 0;
  std::uint64_t bytes = 0;  ///< in and out
};

/// What all servers did in one second.
struct ServerSecond {
  std::int64_t processor_us = 0;
  std::uint64_t commands = 0;
};

}  // namespace locklab::app
