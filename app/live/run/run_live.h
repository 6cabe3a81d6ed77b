// Runs a scenario on real servers, from the check that it can run live to the removal of the last
// file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class StepGate;

/// An observer of a run, which may end it. Called from the run's own thread, between events: some
/// ten times a second while the run is free, and more often while it is stepped. A slow call delays
/// the clients.
class LiveObserver {
 public:
  virtual ~LiveObserver() = default;
  /// Called with the run's servers before it begins. `password` is that of servers that the lab has
  /// started, for a user who wants to inspect them; empty for other servers.
  virtual void reached(const sim::TraceInfo& /*where*/, const std::string& /*password*/) {}
  virtual bool wants_to_stop() = 0;
  virtual void recorded(const sim::Trace& so_far) = 0;
  /// Returns the gate for the orders to a stepped run, which is held at its start; null if the run
  /// is free. The gate must wake the run after a change of wants_to_stop().
  virtual StepGate* gate() { return nullptr; }
  /// Called when the run is held until the next order, with everything recorded so far.
  virtual void held(const sim::Trace& so_far) { recorded(so_far); }
};

/// A completed run.
struct LiveRun {
  sim::Trace trace;
  std::optional<LiveProblem> left;  ///< keys that could not be removed afterwards
};

/// Runs a scenario live, and returns the run or why there is none. `run` is the name for the trace.
/// SIGINT and SIGTERM end the run cleanly, with a LiveProblem of interrupted_status or
/// terminated_status. If the run fails, LiveProblem::so_far holds what was recorded. Nothing is
/// left behind except what the result names.
///
/// If `keep_last` is not 0, a FlightRecorder keeps that many events and ends the run after a
/// violation, and the clients repeat their programs without end.
std::variant<LiveRun, LiveProblem> run_live(const sim::Scenario& scenario, const LiveTarget& target,
                                            const std::string& run = {},
                                            LiveObserver* observer = nullptr,
                                            std::size_t keep_last = 0);

}  // namespace locklab::app
