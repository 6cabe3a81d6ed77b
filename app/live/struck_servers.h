// The faults of real servers that the lab started, in a run or under load: what they do to a
// process and its machine, and what composes. The rules are those of the simulator
// (sim/world/node.cpp): the end of a fault carries the token of its beginning, and ends nothing
// else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/live/server_fleet.h"
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

  /// The run or load to which the servers belong. It records what happens to them, and does what
  /// else a fault means there.
  class Owner {
   public:
    /// The time by which it records.
    virtual std::int64_t event_time_us() const = 0;
    /// Records an event of a server, which happened now, or between `since_us` and now.
    virtual void record(sim::Event event, std::optional<std::int64_t> since_us) = 0;
    virtual std::string name_of(NodeId node) const = 0;
    /// The run or load cannot go on.
    virtual void fail(LiveProblem problem) = 0;
    /// Sets the clock of the server's machine to what clock_of() says.
    virtual void set_machine_clock(NodeId node) = 0;
    /// The process runs, or stands still, and is killed next.
    virtual void will_be_killed(NodeId node) = 0;
    /// The process runs again after a stop.
    virtual void continued(NodeId) {}
    virtual void power_changed(NodeId, bool) {}
    /// The disk of a dead server has lost what was not synced.
    virtual void lost_unsynced(NodeId) {}
    /// A new process starts. Who notices that it answers calls is_up().
    virtual void starts(NodeId node) = 0;

   protected:
    ~Owner() = default;
  };

  /// `fleet` is null for servers that the user named: those are struck by nothing.
  StruckServers(Owner& owner, ServerFleet* fleet, std::size_t count)
      : owner_(owner), fleet_(fleet), servers_(count) {}

  /// A kill, stop, restart, refuse, jump or drift. Returns why it changed nothing.
  sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token);
  /// Ends the kill, stop or refuse with that token.
  void end(const sim::Fault& fault, sim::FaultToken token);
  /// Gives the server a clock that is wrong from the start.
  void start_clock(NodeId node, Duration offset, std::int64_t drift_ppm);
  /// Ends every stop and refusal without recording it.
  void end_all();

  /// The new process answers. Returns the token of the kill whose end has started it.
  sim::FaultToken is_up(NodeId node);
  /// The new process does not answer. Fails with that reason.
  void not_restarted(NodeId node, const Sentence& why);
  /// The process has died without a fault. A restart starts it again.
  void has_died(NodeId node);

  Stage stage(NodeId node) const { return servers_[index(node)].stage; }
  /// Why the server answers nothing; none: it is up.
  sim::NoEffect absence(NodeId node) const;
  bool refuses(NodeId node) const { return !servers_[index(node)].refusals.empty(); }
  const sim::Clock& clock_of(NodeId node) const { return servers_[index(node)].clock; }

 private:
  struct Server {
    Stage stage = Stage::up;
    std::vector<sim::FaultToken> stops;                                   ///< those that freeze it
    std::vector<std::pair<sim::FaultToken, sim::WriteRefusal>> refusals;  ///< of writes
    sim::WriteRefusals refuses = 0;        ///< what its process has been told
    std::vector<sim::FaultToken> kills;    ///< those that keep it dead
    std::vector<sim::FaultToken> outages;  ///< of these, those that took its machine's power
    sim::FaultToken restarted_by = 0;      ///< coming back: whose end it is
    sim::Clock clock;                      ///< the error of its clock
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
