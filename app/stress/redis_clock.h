// How far this machine's clock is from a server's, and how well that is known. Generators of one
// load compare their times by the clock of the first server, which all of them ask.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "app/runs/live_problem.h"
#include "lock/redis/endpoint.h"

namespace locklab::app {

/// The server's time (since 1970) minus Loop::now_us(), give or take the error.
struct ClockReading {
  std::int64_t ahead_us = 0;
  std::int64_t error_us = 0;
};

/// One question to the server and its answer.
struct ClockTrip {
  std::int64_t asked_us = 0;
  std::int64_t answered_us = 0;
  std::int64_t server_us = 0;  ///< what the server said, some time in between
};

/// Reads the quickest of the round trips: the server's time is that of its middle, and half of it
/// is the error, whichever way took longer. There must be at least one.
ClockReading quickest(std::span<const ClockTrip> trips);

/// The reading that holds for as long as both: it covers them, with what the clocks drifted in
/// between.
ClockReading covering(const ClockReading& before, const ClockReading& after);

/// Asks the server for its time, some twenty times.
std::variant<ClockReading, LiveProblem> read_clock(const redis::Endpoint& server,
                                                   const redis::Login& login);

}  // namespace locklab::app
