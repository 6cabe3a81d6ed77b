// The live world: real clients of real servers, in one loop or in their own processes, and the
// faults that can really be injected. It records the same kinds of events as the simulated world.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/clients/resource_link.h"
#include "app/live/clients/run_client.h"
#include "app/live/inference/flight_recorder.h"
#include "app/live/inference/inference.h"
#include "app/live/inference/live_record.h"
#include "app/live/lateness.h"
#include "app/live/run/run_live.h"
#include "app/live/run/stepper.h"
#include "app/live/servers/janitor.h"
#include "app/live/servers/ready_watch.h"
#include "app/live/servers/replica_lag.h"
#include "app/live/servers/sentinel_watch.h"
#include "app/live/servers/server_fleet.h"
#include "app/live/servers/slot_move.h"
#include "app/live/servers/struck_servers.h"
#include "app/proxy/proxy.h"
#include "app/runs/live_problem.h"
#include "lock/redis/loop.h"
#include "lock/redis/reply_reader.h"
#include "sim/process/client_program.h"
#include "sim/scenario/fault_plan.h"
#include "sim/scenario/scenario.h"
#include "sim/service/resource/resource.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The servers and services of a run; all outlive the world.
struct LiveServers {
  redis::Loop* loop = nullptr;
  std::vector<redis::Endpoint> endpoints;  ///< by NodeId
  redis::Login login;
  ServerFleet* fleet = nullptr;        ///< null if the user has named servers, or there are none
  SentinelFleet* sentinels = nullptr;  ///< null if the scenario has none
  Janitor* janitor = nullptr;
  LiveObserver* observer = nullptr;  ///< may be null
  bool processes = false;            ///< each client runs in its own process
};

/// Makes the fleet a Redis Cluster, with the slots of the scenario's locks at the lock's node.
std::optional<LiveProblem> give_slots_to_lock(const sim::Scenario& scenario, ServerFleet& fleet);

class LiveWorld final : private LiveRecord::Listener,
                        private LinkWatch,
                        private StruckServers::Owner {
 public:
  /// Records into `trace`, whose info is set. `recorder` checks the trace and may end the run; if
  /// it is null, the whole run is kept.
  LiveWorld(const sim::Scenario& scenario, const LiveServers& servers, sim::Trace& trace,
            FlightRecorder* recorder = nullptr);
  ~LiveWorld();
  LiveWorld(const LiveWorld&) = delete;
  LiveWorld& operator=(const LiveWorld&) = delete;

  /// Runs from start to end. Returns a problem if the run failed, or was ended by SIGINT or
  /// SIGTERM.
  std::optional<LiveProblem> run();

 private:
  using Stage = StruckServers::Stage;
  /// A fault to be injected later, or the end of one.
  struct PlannedFault {
    std::unique_ptr<redis::Alarm> alarm;
    ClientId wakes = no_client;  ///< the client that it resumes, if it ends a pause
    bool pending = true;
  };
  struct LiveNode {
    std::int64_t since_us = 0;          ///< when its process was last restarted
    std::int64_t serves_since_us = 0;   ///< while up: since when no fault keeps it from replying
    std::unique_ptr<ReadyWatch> watch;  ///< waits for its restart, or the link to its master
    NodeId master = no_node;            ///< no_node if it is a master itself
    std::unique_ptr<ReplicaLag> lag;    ///< link to its master; null if direct
    bool is_told_late = false;          ///< while frozen: REPLICAOF is sent when it resumes
  };
  struct Signals;  ///< libuv's handles; they outlive the world until libuv has closed them

  // LiveRecord::Listener
  void about_to_send(NodeId node, const PackedWords& command) override;
  void before(const sim::Event& event, const Reply* reply) override;
  void after() override;
  bool faults_wait() const override { return plan_.waits_for_events() || plan_.any_due(); }
  void settle() override;
  // LinkWatch
  void answered(const LinkMessage& reply) override;
  void delayed(const LinkMessage& message, sim::FaultToken fault, Duration by) override;
  void dropped(ClientId client, NodeId node, sim::FaultToken fault) override;
  void lost(const LinkMessage& message, sim::Loss loss) override;
  void unread(const LinkMessage& reply) override;

  // StruckServers::Owner
  std::int64_t event_time_us() const override { return record_.now_us(); }
  void record(sim::Event event, std::optional<std::int64_t> since_us) override;
  std::string name_of(NodeId node) const override { return std::string(trace_.node_name(node)); }
  void fail(LiveProblem problem) override { problem_ = std::move(problem); }
  void set_machine_clock(NodeId node) override;
  void will_be_killed(NodeId node) override;
  void continued(NodeId node) override;
  void power_changed(NodeId node, bool on) override;
  void lost_unsynced(NodeId node) override;
  void starts(NodeId node) override;

  Reply run_at_resource(const sim::Event& about, const Command& command);
  sim::Event told(const sim::Event& about, sim::EventKind kind, const Reply& reply);
  void make_clients();
  void set_latencies();
  std::optional<LiveProblem> connect_clients();
  std::optional<LiveProblem> catch_signals();
  std::optional<LiveProblem> begin_steps();
  void turn();
  void strike_now(sim::Fault fault);
  bool is_owed();
  bool is_starting() const;
  void look_from_time_to_time(bool looks);
  void ring_in(redis::Alarm& alarm, Duration delay);
  void show_observer();
  const char* why_over();
  void tell_final_resource();
  std::optional<std::int64_t> counter_at(NodeId node);
  void look_for_trouble(const sim::Event& event, const Reply* reply);
  void note_refusal(const sim::Event& event, const Reply& reply);
  void miss_own_server(NodeId node);
  void miss_process(ServerProcess& server);
  /// Injects the next due fault, or sets its timer if it has a delay. Returns false if none is due.
  bool strike_next();
  /// Injects a fault now, or after its delay. Returns why it had no effect; NoEffect::none if it
  /// had one, or is delayed.
  sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token);
  void end(const sim::Fault& fault, sim::FaultToken token);
  void plan(const sim::Fault& fault, sim::FaultToken token, bool ends, Duration delay);
  bool awaits_faults() const;
  /// Injects a fault at its target. Returns why it had no effect; NoEffect::none if it had one.
  sim::NoEffect strike_target(const sim::Fault& fault, sim::FaultToken token);
  sim::NoEffect strike_node(const sim::Fault& fault, sim::FaultToken token);
  /// Returns a sim::LinkStrikes, which injects and ends the faults of this world's links.
  auto links();
  void begin_a_second();
  std::int64_t wall_us_of(NodeId node, std::int64_t at) const;
  bool may_refuse(NodeId node) const;
  bool may_restart(NodeId node) const;
  std::optional<LiveProblem> start_replicas();
  void follow(NodeId replica, NodeId master);
  void tell_late(NodeId node);
  sim::NoEffect promote(NodeId node, sim::FaultToken token);
  void watch_sentinels();
  void is_promoted(NodeId node);
  void lead_all_to(NodeId node, NodeId old, sim::FaultToken token, std::int64_t since_us);
  std::vector<NodeId> first_reached(const sim::ClientSpec& client) const;
  sim::NoEffect keeps_keys(NodeId node, sim::KeyRemoval how) const;
  sim::NoEffect remove_keys(const sim::Fault& fault, sim::FaultToken token);
  sim::NoEffect gives_no_keys(NodeId node) const;
  sim::NoEffect migrate(NodeId from, sim::FaultToken token, NodeId to);
  NodeId has(std::string_view key, NodeId home) const;
  bool is_sent_elsewhere(const Reply& reply) const;
  void prepare_refusals();
  void is_back(NodeId node, std::int64_t keys, std::int64_t at);
  void start_clocks();
  void tell_clocks();
  template <class Change>
  sim::NoEffect change_clock(NodeId node, Change change);
  void arm_expiry();

  sim::Scenario scenario_;  ///< with the faults that the user has injected during the run
  const LiveServers& servers_;
  sim::Trace& trace_;
  FlightRecorder* const recorder_;
  redis::Loop& loop_;
  Lateness lateness_;
  Signals* signals_ = nullptr;
  LiveRecord record_;
  Inference inference_;
  sim::Resource resource_;
  sim::FaultPlan plan_;
  Proxy proxy_;
  ResourceLink resource_link_;
  std::optional<Stepper> stepper_;            ///< if the run is stepped
  std::optional<redis::ReplyReader> reader_;  ///< parses the replies that the proxy has seen
  FramePool frames_;                          ///< for all clients' tasks
  std::vector<std::unique_ptr<RunClient>> clients_;
  std::vector<LiveNode> nodes_;
  StruckServers struck_;
  std::vector<NodeId> routes_;              ///< by NodeId: the node that clients reach
  std::map<std::uint16_t, NodeId> owners_;  ///< of the lock's slots, once one has to move
  std::optional<SlotMover> mover_;          ///< once a slot has to move
  std::vector<PlannedFault> planned_;
  std::unique_ptr<SentinelWatch> sentinels_;
  redis::Alarm run_for_{[this] { time_is_up_ = true; }};
  redis::Alarm look_{[this] { show_observer(); }};  ///< for the observer's next look
  redis::Alarm expiry_;                             ///< for the end of the next lease
  std::optional<std::int64_t> wall_ahead_us_;       ///< how far the wall clock is ahead of
                                                    ///< Loop::now_us(), while time is frozen
  std::set<std::pair<NodeId, std::string>> minded_keys_;
  struct Refusing {
    sim::WriteRefusal why;
    sim::FaultToken fault = 0;
  };
  /// Servers known by their replies to refuse writes: somebody else's, and those of the lab that
  /// have just returned to their cluster.
  std::map<NodeId, Refusing> refusing_;
  std::size_t seen_ = 0;  ///< events that the fault plan has seen
  bool running_ = false;
  bool time_is_up_ = false;
  bool stopped_ = false;    ///< by the observer
  std::string stopped_at_;  ///< why it ended, if the trace grew too long
  std::optional<LiveProblem> problem_;
};

}  // namespace locklab::app
