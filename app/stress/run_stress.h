// Makes a load, from the check that it can be made to the removal of the last key: the limit, the
// load itself, the limit again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "app/stress/stress_result.h"
#include "app/stress/stress_work.h"

namespace locklab::app {

/// How the load goes, once a second.
struct StressProgress {
  std::uint32_t second = 0;  ///< of the measured time, from 1; 0: it has not begun
  std::uint64_t locks = 0;   ///< in this second
  std::uint64_t p99_us = 0;  ///< of an acquire in this second
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;  ///< so far
};

struct StressOptions {
  LiveTarget target;
  bool may_be_disturbed = false;  ///< others who use the named servers
  bool keeps_windows = false;     ///< Violation::window is made, of the first of each kind
  std::function<void(const StressProgress&)> progress;
};

/// Makes the load on the calling thread and threads of its own, and returns what it has shown; a
/// problem if it did not begin. A raised `cancel` ends it early. It leaves nothing behind but what
/// the result names.
std::variant<StressResult, LiveProblem> run_stress(const StressWork& work,
                                                   const StressOptions& options,
                                                   const std::atomic<bool>& cancel);

}  // namespace locklab::app
