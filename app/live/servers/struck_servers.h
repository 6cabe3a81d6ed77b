// The faults of real servers that the lab started, in a run or under load: what they do to a
// process and its machine, and how they combine. The rules are those of the simulator
// (sim/world/node.cpp): the end of a fault carries the token of its beginning, and ends nothing
// else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/live/servers/server_fleet.h"
#include "app/runs/live_problem.h"
#include "lock/ids.h"
#include "sim/process/clock.h"
#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/reason_code.h"

namespace locklab::app {

class StruckServers {
 public:
  enum class Stage : std::uint8_t { up, stopped, dead, coming_back };

  /// The run or load to which the servers belong. It records what happens to them, and handles the
  /// other consequences of a fault.
  class Owner {
   public:
    /// The current time of recorded events.
    virtual std::int64_t event_time_us() const = 0;
    /// Records an event of a server that happened now, or between `since_us` and now.
    virtual void record(sim::Event event, std::optional<std::int64_t> since_us) = 0;
    virtual std::string name_of(NodeId node) const = 0;
    /// Ends the run or load with a problem.
    virtual void fail(LiveProblem problem) = 0;
    /// Sets the clock of the server's machine to clock_of().
    virtual void set_machine_clock(NodeId node) = 0;
    /// Called before a process that is running, starting or stopped is killed.
    virtual void will_be_killed(NodeId node) = 0;
    /// Called when the process runs again after a stop.
    virtual void continued(NodeId) {}
    virtual void power_changed(NodeId, bool) {}
    /// Called when the disk of a dead server has lost what was not synced.
    virtual void lost_unsynced(NodeId) {}
    /// Called when a new process starts. Once it answers, call is_up().
    virtual void starts(NodeId node) = 0;

   protected:
    ~Owner() = default;
  };

  /// Injects faults only at servers of `fleet`, which is null for servers named by the user.
  StruckServers(Owner& owner, ServerFleet* fleet, std::size_t count)
      : owner_(owner), fleet_(fleet), servers_(count) {}

  /// Injects a kill, stop, restart, refuse, jump or drift. Returns why it had no effect;
  /// NoEffect::none if it had one.
  sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token);
  /// Ends the kill, stop or refuse with that token.
  void end(const sim::Fault& fault, sim::FaultToken token);
  /// Sets a clock that is wrong from the start.
  void start_clock(NodeId node, Duration offset, std::int64_t drift_ppm);
  /// Ends every stop and refusal without recording it.
  void end_all();

  /// Notes that the new process answers. Returns the token of the kill whose end started it;
  /// every_fault if a fault of kind restart did.
  sim::FaultToken is_up(NodeId node);
  /// Ends the run or load, and reports `why` the new process did not start or does not answer.
  void not_restarted(NodeId node, const Sentence& why);
  /// Notes that the process has died without a fault. A restart starts it again.
  void has_died(NodeId node);

  Stage stage(NodeId node) const { return servers_[index(node)].stage; }
  /// Returns why the server answers nothing; NoEffect::none if it is up.
  sim::NoEffect absence(NodeId node) const;
  bool refuses(NodeId node) const { return !servers_[index(node)].refusals.empty(); }
  /// Why its process now refuses writes.
  sim::WriteRefusals refusals_of(NodeId node) const { return servers_[index(node)].refuses; }
  const sim::Clock& clock_of(NodeId node) const { return servers_[index(node)].clock; }

 private:
  struct Server {
    Stage stage = Stage::up;
    std::vector<sim::FaultToken> stops;                                   ///< active stops
    std::vector<std::pair<sim::FaultToken, sim::WriteRefusal>> refusals;  ///< active
    sim::WriteRefusals refuses = 0;        ///< why its process now refuses writes
    std::vector<sim::FaultToken> kills;    ///< kills that keep it dead
    std::vector<sim::FaultToken> outages;  ///< of these, the power losses
    sim::FaultToken restarted_by = 0;      ///< token of the kill whose end restarted it last
    sim::Clock clock;
  };

  sim::NoEffect kill(NodeId node, sim::FaultToken token, bool power);
  void lose_power(NodeId node, sim::FaultToken token);
  sim::NoEffect restart(NodeId node, sim::FaultToken token);
  sim::NoEffect stop(NodeId node, sim::FaultToken token);
  bool go_on(NodeId node, sim::FaultToken token);
  sim::NoEffect refuse(NodeId node, sim::FaultToken token, sim::WriteRefusal why);
  void accept(NodeId node, sim::FaultToken token);
  void tell_refusals(NodeId node);
  template <class Change>
  sim::NoEffect change_clock(NodeId node, sim::FaultToken token, Change change);
  ServerProcess& process(NodeId node) { return fleet_->server(index(node)); }

  Owner& owner_;
  ServerFleet* const fleet_;
  std::vector<Server> servers_;
};

}  // namespace locklab::app
