// Runs a load, from the first check to the removal of the last key. Measures the limit (throughput
// without the lock) before and after.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/load/stress_result.h"
#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "app/stress/servers/strike_orders.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct StressOptions {
  LiveTarget target;
  bool may_be_disturbed = false;  ///< other users of the named servers may be slowed down
  /// Advice if others use the named servers and may not be disturbed.
  Sentence how_to_allow =
      say("allow it (--yes), or name no server: then the lab starts one of its own");
  std::string command;         ///< as typed; empty if started otherwise
  bool keeps_windows = false;  ///< sets Violation::window of the first three of each kind
  std::function<void(const StressProgress&)> progress;
  // For a load that a user watches and orders faults for:
  std::function<void(StressPhase)> phase;
  /// Receives the elapsed fraction of a limit phase (where it may exceed 1) or of the warm-up, a
  /// few times per second. Measuring reports its seconds to `progress` instead.
  std::function<void(double)> part;
  StrikeOrders* orders = nullptr;              ///< null if no faults can be ordered
  std::function<void(const Strike&)> ordered;  ///< called for each order that is injected
  std::function<void(const Strike&)> refused;  ///< called for each that has no target or no effect
};

/// Runs the load on the calling thread and on others that it starts. Returns the result, or a
/// problem if the load did not begin. A raised `cancel` ends it early. Nothing is left behind
/// except what the result names.
std::variant<StressResult, LiveProblem> run_stress(const StressWork& work,
                                                   const StressOptions& options,
                                                   const std::atomic<bool>& cancel);

}  // namespace locklab::app
