// When the phases of a load begin that several generators make together. All of them count from the
// same start on the clock of the first server, so that each phase is at the same time everywhere:
// the limit before, the load, the limit after.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/stress/redis_clock.h"
#include "app/stress/stress_servers.h"

namespace locklab::app {

/// How long clients may take, after the end, to release what they hold.
Duration finish_time(const StressWork& work);

class PartClock {
 public:
  /// Asks the first server for its time. A problem: the start is past, or too near.
  static std::variant<PartClock, LiveProblem> set(const StressWork& work,
                                                  const StressServers& servers);

  // By Loop::now_us().
  std::int64_t limit_us() const { return limit_us_; }
  std::int64_t begin_us() const { return begin_us_; }

  /// The problem of a part that could not be ready at its start.
  std::optional<LiveProblem> too_late() const;
  /// Asks the server again. Without an answer the first reading stands alone.
  void look_again(const StressServers& servers);

  /// The beginning by the server's clock, since 1970, give or take the error.
  std::int64_t begun_at_us() const { return begin_us_ + clock_.ahead_us; }
  std::int64_t error_us() const { return clock_.error_us; }
  /// What names the run of the first server's process: parts with another one have another clock.
  const std::string& server_run() const { return server_run_; }

 private:
  std::int64_t limit_us_ = 0;
  std::int64_t begin_us_ = 0;
  ClockReading clock_;
  std::string server_run_;
};

/// Waits until then, or until `cancel` is raised.
void wait_until(std::int64_t when_us, const std::atomic<bool>& cancel);

}  // namespace locklab::app
