// Resource usage of the servers of a load, in total and per second.
#pragma once

#include <cstdint>

namespace locklab::app {

/// Usage of one server: since its start, as read from INFO, or a difference of two readings.
struct ServerReading {
  std::int64_t at_us = 0;  ///< by Loop::now_us(); in a difference, the time between the readings
  std::int64_t processor_us = 0;
  std::uint64_t commands = 0;
  std::uint64_t bytes = 0;  ///< received and sent
};

/// Usage of all servers in one second.
struct ServerSecond {
  std::int64_t processor_us = 0;
  std::uint64_t commands = 0;
};

}  // namespace locklab::app
