// Makes a load, from the check that it can be made to the removal of the last key: the limit, the
// load itself, the limit again.
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
#include "app/stress/strike_orders.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct StressOptions {
  LiveTarget target;
  bool may_be_disturbed = false;  ///< others who use the named servers
  /// What to do where there are others.
  Sentence how_to_allow =
      say("allow it (--yes), or name no server: then the lab starts one of its own");
  std::string command;         ///< that asked for it, as it was typed; empty: nothing was
  bool keeps_windows = false;  ///< Violation::window is made, of the first of each kind
  std::function<void(const StressProgress&)> progress;
  // For a load that somebody watches, and strikes by hand:
  std::function<void(StressPhase)> phase;
  /// How much of the phase is over, 0 .. 1, a few times a second. Measuring tells its seconds.
  std::function<void(double)> part;
  StrikeOrders* orders = nullptr;              ///< null: nobody orders faults
  std::function<void(const Strike&)> ordered;  ///< one of them has struck, at that time
};

/// Makes the load on the calling thread and threads of its own, and returns what it has shown; a
/// problem if it did not begin. A raised `cancel` ends it early. It leaves nothing behind but what
/// the result names.
std::variant<StressResult, LiveProblem> run_stress(const StressWork& work,
                                                   const StressOptions& options,
                                                   const std::atomic<bool>& cancel);

}  // namespace locklab::app
