// Offset between this machine's clock and a server's, with its error. Generators of one load
// compare their times by the clock of the first server, which all of them read.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "app/runs/live_problem.h"
#include "lock/redis/endpoint.h"

namespace locklab::app {

/// The server's Unix time minus Loop::now_us(), within the error.
struct ClockReading {
  std::int64_t ahead_us = 0;
  std::int64_t error_us = 0;
};

/// One TIME request and its reply.
struct ClockTrip {
  std::int64_t asked_us = 0;
  std::int64_t answered_us = 0;
  std::int64_t server_us = 0;  ///< read by the server some time in between
};

/// Computes the offset from the fastest round trip, as if the server had read its clock halfway.
/// The error is half the round trip plus rounding. There must be at least one trip.
ClockReading quickest(std::span<const ClockTrip> trips);

/// The interval that covers both readings, including the drift of the clocks between them.
ClockReading covering(const ClockReading& before, const ClockReading& after);

/// Asks the server for its time 20 times, and returns quickest() of them; a problem if one fails.
std::variant<ClockReading, LiveProblem> read_clock(const redis::Endpoint& server,
                                                   const redis::Login& login);

}  // namespace locklab::app
