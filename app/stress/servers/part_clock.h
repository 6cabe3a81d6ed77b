// Schedule of a load that several generators share. All count from the same start by the clock of
// the first server, so that each phase runs at the same time everywhere: the limit before, the
// load, the limit after.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/stress/servers/redis_clock.h"
#include "app/stress/servers/stress_servers.h"

namespace locklab::app {

/// Time for clients to release their locks after the end of the load.
Duration finish_time(const StressWork& work);

class PartClock {
 public:
  /// Asks the first server for its time. Returns a problem if that fails, or if the start is past,
  /// too near, or more than a day ahead.
  static std::variant<PartClock, LiveProblem> set(const StressWork& work,
                                                  const StressServers& servers);

  // Start of measuring the limit, and of the load, by Loop::now_us().
  std::int64_t limit_us() const { return limit_us_; }
  std::int64_t begin_us() const { return begin_us_; }

  /// Returns a problem if the start has passed already.
  std::optional<LiveProblem> too_late() const;
  /// Asks the server again and widens the error to cover both readings. If that fails, the first
  /// reading is kept.
  void look_again(const StressServers& servers);

  /// Start by the server's clock since 1970, within error_us().
  std::int64_t begun_at_us() const { return begin_us_ + clock_.ahead_us; }
  std::int64_t error_us() const { return clock_.error_us; }
  /// Run id of the first server's process; a merge refuses parts with different ones, since their
  /// times may be by different clocks.
  const std::string& server_run() const { return server_run_; }

 private:
  std::int64_t limit_us_ = 0;
  std::int64_t begin_us_ = 0;
  ClockReading clock_;
  std::string server_run_;
};

/// Waits until `when_us` by Loop::now_us(), or until `cancel` is raised.
void wait_until(std::int64_t when_us, const std::atomic<bool>& cancel);

}  // namespace locklab::app
