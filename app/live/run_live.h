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

/// An observer of a run, which may end it. It is called from the run's own thread, between events,
/// some ten times a second while the run goes on. Its work there delays the clients.
class LiveObserver {
 public:
  virtual ~LiveObserver() = default;
  /// Learns where the run is, before it begins. `password`: of servers that the lab has started,
  /// for whoever wants to look at them beside it; empty: they have another owner.
  virtual void reached(const sim::TraceInfo& /*where*/, const std::string& /*password*/) {}
  virtual bool wants_to_stop() = 0;
  virtual void recorded(const sim::Trace& so_far) = 0;
  /// The gate for the orders to a run that goes step by step, and is held at its start. Null: the
  /// run goes freely. After a change of wants_to_stop() the gate wakes the run.
  virtual StepGate* gate() { return nullptr; }
  /// Learns that the run is held, with all that it has recorded; until the next order.
  virtual void held(const sim::Trace& so_far) { recorded(so_far); }
};

/// A run that came to its end.
struct LiveRun {
  sim::Trace trace;
  std::optional<LiveProblem> left;  ///< keys that could not be removed after it
};

/// Runs a scenario live, and returns the run or why there is none. `run` is the name for the trace.
/// SIGINT and SIGTERM end the run in order, with a LiveProblem of interrupted_status or
/// terminated_status. The run leaves nothing behind but what it names.
///
/// `keep_last`, if not 0: the run is recorded by a FlightRecorder of so many events; its clients
/// repeat what they do without end; and whatever ends it, the trace is there.
std::variant<LiveRun, LiveProblem> run_live(const sim::Scenario& scenario, const LiveTarget& target,
                                            const std::string& run = {},
                                            LiveObserver* observer = nullptr,
                                            std::size_t keep_last = 0);

}  // namespace locklab::app
