// Runs a scenario on real servers, from the check that it can be done live to the last file
// removed.
#pragma once

#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Looks on while a run goes on, and may end it. Called from the run's own thread, between events,
/// some ten times a second: what it does there makes the clients late.
class LiveObserver {
 public:
  virtual ~LiveObserver() = default;
  virtual bool wants_to_stop() = 0;
  virtual void recorded(const Trace& so_far) = 0;
};

/// The trace of the run, or why there is none. `run` is the name that the trace carries. SIGINT and
/// SIGTERM end the run in order: a LiveProblem with interrupted_status or terminated_status.
/// Nothing is left behind in any case.
std::variant<Trace, LiveProblem> run_live(const sim::Scenario& scenario, const LiveTarget& target,
                                          const std::string& run = {},
                                          LiveObserver* observer = nullptr);

}  // namespace locklab::app
