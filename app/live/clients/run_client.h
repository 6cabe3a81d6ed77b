// A client of a live run, as its world sees it: in the lab's own process (LiveClient), or in
// another one (client_stand_in.h).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/runs/live_problem.h"
#include "lock/ids.h"
#include "lock/reply.h"
#include "sim/scenario/fault.h"

namespace locklab::app {

class RunClient {
 public:
  virtual ~RunClient() = default;

  /// Opens a connection to each of these nodes before the run, so that every command recorded as
  /// sent has one. Returns a problem if it cannot even begin.
  virtual std::optional<LiveProblem> connect(const std::vector<NodeId>& nodes) = 0;
  /// Whether each connection opened by connect() is open or lost. If the client is a process, true
  /// as soon as one is lost.
  virtual bool connected() const = 0;
  /// The first node whose connection is lost, and why; nullopt if there is none.
  virtual std::optional<std::pair<NodeId, Reply>> lost_connection() const = 0;
  /// Starts its program, and runs it until it first waits.
  virtual void start() = 0;

  /// Injects a client fault. Returns why it had no effect; NoEffect::none if it had one.
  virtual sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token) = 0;
  /// Ends the pause with that token. Returns as strike() does.
  virtual sim::NoEffect resume(sim::FaultToken token) = 0;
  /// Called when Surroundings::routes has changed, for example after a failover.
  virtual void routes_changed() {}
  /// Called when the loop's time was frozen, advanced or resumed, or Loop::fires_by_hand() changed.
  virtual void time_changed() {}
  /// Does what the client can do without a timer, if it is a process; called while
  /// Loop::fires_by_hand().
  virtual void take_round() {}

  virtual bool crashed() const = 0;
  virtual bool paused() const = 0;
  /// Whether its program will never do anything more.
  virtual bool done() const = 0;
};

}  // namespace locklab::app
