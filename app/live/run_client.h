// A client of a live run as its world has it: in the lab's own process (LiveClient), or a process
// of its own (client_stand_in.h).
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

  /// Opens a connection to each of these nodes: before the run, so that what is recorded as sent
  /// has somewhere to go. A problem: that cannot even begin.
  virtual std::optional<LiveProblem> connect(const std::vector<NodeId>& nodes) = 0;
  /// Whether each of them is open, or lost already.
  virtual bool connected() const = 0;
  /// The first node whose connection is lost, and why.
  virtual std::optional<std::pair<NodeId, Reply>> lost_connection() const = 0;
  /// Lets its program begin, until the program first waits.
  virtual void start() = 0;

  /// Does to it what the fault of a client says. Returns why it changed nothing.
  virtual sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token) = 0;
  /// Ends the pause with that token.
  virtual sim::NoEffect resume(sim::FaultToken token) = 0;
  /// Learns that other nodes are reached under some numbers (Surroundings::routes).
  virtual void routes_changed() {}
  /// Learns that timers fire by hand from now on, or by themselves again (Loop::fire_by_hand).
  virtual void time_changed() {}
  /// While they do: does what it can do without a timer, if it is a process of its own.
  virtual void take_round() {}

  virtual bool crashed() const = 0;
  virtual bool paused() const = 0;
  /// Whether its program has nothing more to do, ever.
  virtual bool done() const = 0;
};

}  // namespace locklab::app
