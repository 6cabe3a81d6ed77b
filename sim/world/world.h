// The simulated world: clients, nodes, the resource and the network between them, in one thread and
// in integer time. It advances from event to event; the same scenario and the same choices give a
// byte-identical trace.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/process/agenda.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"
#include "sim/wire/choice.h"
#include "sim/wire/event_queue.h"
#include "sim/wire/network.h"
#include "sim/wire/record.h"
#include "sim/world/client.h"
#include "sim/world/cluster.h"
#include "sim/world/node.h"
#include "sim/world/sentinels.h"
#include "sim/world/ties.h"

namespace locklab::sim {

/// The wall-clock time at the world's start, in us since 1970: a whole second, so that whole
/// seconds of the world are whole seconds of a correct clock.
inline constexpr std::int64_t world_epoch_us = 1'700'000'000'000'000;

class World final : private ServiceEnd {
 public:
  /// `scenario` and `choice` must outlive the world. `observed` does not influence the run.
  World(const Scenario& scenario, Choice& choice, const std::string& run = {},
        Observation observed = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Runs to the end, and records why it ended: every client is done and nothing is in flight or
  /// planned, nothing is left to happen, or the scenario's run_for or most_events is reached.
  void run();
  /// Processes one event. Returns false if the run is over: none is left, or a limit is reached.
  bool step();

  std::int64_t now() const { return now_; }
  /// After the last step: processes the remaining events of that instant or, in asynchronous mode,
  /// those in progress. If every client is done, only nodes act in them, and it makes no difference
  /// whether they came before the last step.
  void let_nodes_finish();
  /// Records the nodes' values of the resource, if it is a key of theirs. Nothing may happen
  /// afterwards.
  void tell_final_resource();
  /// The time of the next step; nullopt if there is none left.
  std::optional<std::int64_t> next_at();
  const Scenario& scenario() const { return scenario_; }
  /// Whether the clock stands still and anything in progress may be next.
  bool asynchronous() const { return scenario_.semantics == Semantics::asynchronous; }
  /// In asynchronous mode, the time of the trace in us: a step counts as 10 us, a fault as none.
  std::int64_t steps_as_time() const { return steps_as_time_; }
  /// Stops counting steps in the trace: two states that differ only in the number of steps become
  /// equal.
  void record_without_steps() { record_.record_at(&now_); }
  /// In asynchronous mode, the validity of a lease in us: its length without the allowance for
  /// clock drift. A sleep that would last as long never ends.
  std::int64_t horizon() const { return horizon_; }
  /// The number of possible next steps, if the choice orders them.
  std::size_t ways() {
    if (!std::exchange(ties_are_known_, true)) ties_.find(*this);
    return ties_.size();
  }
  /// The number of order decisions so far, as a Schedule counts them: steps with several possible
  /// events.
  std::uint32_t orders_chosen() const { return orders_chosen_; }
  /// Whether an open duration may end at the next instant, so that decide() has to be called first.
  /// Ends the durations due then that need no decision.
  bool undecided();
  /// Decides whether the first such duration ends at that instant or later.
  void decide(bool now);
  OpenTimes& open_times() { return open_times_; }
  const OpenTimes& open_times() const { return open_times_; }
  /// The possible next steps, as enumerated by ways().
  const Ties& ties() const { return ties_; }
  /// Advances the clock without processing events, at most to the next step's time.
  void pass_until(std::int64_t at) { now_ = at; }
  /// Adds everything that decides the world's future, except the checks' own state.
  void fingerprint(Fingerprint& print) const;
  Trace& trace() { return record_.trace(); }
  const Trace& trace() const { return record_.trace(); }
  const Record& observed() const { return record_; }
  EventQueue& queue() { return queue_; }
  Network& network() { return network_; }
  Choice& choice() { return choice_; }
  bool orders() const { return orders_; }
  FramePool& frames() { return frames_; }
  Client& client(ClientId id) {
    LOCKLAB_ASSERT(index(id) < clients_.size());
    return *clients_[index(id)];
  }
  /// A node, or the resource's host.
  Node& node(NodeId id) {
    if (id == resource_node) return *resource_;
    LOCKLAB_ASSERT(index(id) < nodes_.size());
    return *nodes_[index(id)];
  }
  /// The node to which the client's commands for `id` go: after a failover, the promoted replica,
  /// once the client has learned of it.
  NodeId route(ClientId client, NodeId id) const;
  /// Lets one client (no_client: every client) reach `promoted` in place of `old`. Returns false if
  /// that changes no route.
  bool reroute(ClientId client, NodeId old, NodeId promoted);
  /// Null if the nodes form no cluster.
  Cluster* cluster() { return cluster_.get(); }
  /// The node at the address of a redirection; no_node if there is none.
  NodeId node_at(const Redirection& to) const { return cluster_ ? cluster_->node_at(to) : no_node; }
  /// Notifies the sentinels that the node has died or frozen, or is back.
  void came_or_went(const Node& node) {
    if (sentinels_) sentinels_->came_or_went(node);
  }

  /// Appends to the trace at the current time (Record::add).
  void record(const Event& event) { record_.add(event); }
  void record(Event& event, std::string_view text) { record_.add(event, text); }
  void record(Event&& event, std::string_view text) { record_.add(event, text); }
  Event& draft() { return record_.draft(); }
  void record_draft() { record_.add_draft(); }

  void client_is_done() { ++clients_done_; }
  /// Whether every client's program has ended, or its process has crashed.
  bool everybody_ended() const { return clients_done_ == clients_.size(); }

  /// Creates a node's service; empty for a simulated Redis.
  using MakeService = Node::MakeService;
  // The next five are called between two events, and not in a search. The trace names all clients
  // and nodes that ever existed: a joining one never reuses an id.
  /// Adds a client, which starts at once.
  ClientId join(const ClientSpec& client);
  /// Adds a node; a replica begins with a copy of its master.
  NodeId join(const NodeSpec& node, const MakeService& make_service = {});
  /// Runs one more task alongside the client's program. Returns false if the client has crashed.
  bool run_also(ClientId client, std::function<Task<>(Actor&)> task);
  /// Removes a client for good: its connections close. A program that has not ended counts as
  /// crashed.
  void leave(ClientId client);
  /// Removes a node for good: it dies.
  void leave(NodeId node);

  /// Injects a fault now, or after its `after`, in addition to the scenario's. Must be called
  /// between two events.
  void apply(const Fault& fault);
  /// Processes one event. If it delivers a command to `node`, the chosen faults are injected after
  /// the node has run it and before its reply leaves, like faults that wait for `ran`. Returns
  /// false if no reply was about to leave, so that nothing was injected.
  bool step_and_strike(NodeId node, const std::vector<Fault>& chosen);
  /// Whether some client has received something, or acted by itself, at this very instant (tracked
  /// only if the choice orders events).
  bool clients_have_acted() const { return clients_acted_at_ == now_; }
  /// Whether a fault is due now, or may become due with the next record. If so, several actions in
  /// one callback go through the agenda one at a time.
  bool faults_wait_for_events() const { return record_.faults_wait(); }
  Agenda& agenda() { return agenda_; }

 private:
  /// A fault that takes effect later, or its later end.
  struct Planned {
    Planned(World& its_world, Fault fault, FaultToken token, bool ends);
    World& world;
    Timer timer;
    Fault fault;
    FaultToken token;
    bool ends;
  };
  /// Faults to be injected within the current event.
  struct BeforeAnswer {
    NodeId node;
    const std::vector<Fault>& faults;
    bool struck = false;
  };

  void add_nodes();
  Node& add_node(const NodeSpec& spec, const MakeService& make_service);
  Client& add_client(const ClientSpec& spec);
  void set_initial_value();
  bool quiet() const { return everybody_ended() && network_.live() == 0 && planned_pending_ == 0; }
  bool full() const { return trace().size() >= scenario_.most_events; }
  /// Injects due faults and performs the work on the agenda until none is left.
  void settle() {
    if (record_.faults_wait() || !agenda_.empty()) settle_all();
  }
  void settle_all();
  /// Injects the next due fault. Returns false if there is none.
  bool strike_next();
  void plan(const Fault& fault, FaultToken token, bool ends, Duration delay);
  static void planned_fired(Timer& timer);
  // ServiceEnd
  void request_arrived(Exchange& exchange) override;
  void wait_over(Exchange& exchange) override { node(exchange.node).wait_over(exchange); }
  void strike(const Fault& fault, FaultToken token);
  NoEffect strike_client(const Fault& fault, FaultToken token);
  NoEffect strike_node(const Fault& fault, FaultToken token);
  /// The LinkStrikes of this world, which inject and end the faults of links.
  auto links();
  void end(const Fault& fault, FaultToken token);
  bool still_stands(const Planned& planned) const;

  void end_open_time(std::size_t i);
  void move_open_times();
  template <class Visit>
  void each_meeting(const OpenTimes::Open& open, Visit visit);
  std::int64_t next_stop(OpenTimes::Open& open);
  bool matters(OpenTimes::Open& open);
  bool would_be_refused(ClientId client, const LockConfig& lock) const;
  std::int64_t latency_to(const OpenTimes::Open& open, NodeId node) const;
  std::int64_t arrival_before(const Timer& timer) const;

  Timer& take_chosen();
  void fire(Timer& timer);
  std::uint64_t name_of(const Timer& timer, std::int64_t at) const;

  const Scenario& scenario_;
  Choice& choice_;
  const bool orders_;  ///< Choice::orders(), which is asked at every step
  std::int64_t now_ = 0;
  std::int64_t steps_as_time_ = 0;
  std::int64_t horizon_;
  Record record_;
  EventQueue queue_;
  Agenda agenda_;
  std::deque<Planned> planned_;  ///< outlives the members whose destructors cancel timers
  std::size_t planned_pending_ = 0;
  Ties ties_;
  bool ties_are_known_ = false;  ///< nothing has happened since they were found
  OpenTimes open_times_;
  Network network_;
  std::vector<NodeId> masters_;  ///< by node: where a client that joins now sends its commands
  std::vector<std::vector<NodeId>>
      routes_;  ///< by client and node: where each client believes the master is
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unique_ptr<Node> resource_;
  std::unique_ptr<Cluster> cluster_;      ///< null if the nodes form no cluster
  std::unique_ptr<Sentinels> sentinels_;  ///< null if nobody watches the masters
  FramePool frames_;                      ///< for all clients' tasks
  RandomBits seeds_;                      ///< seeds each client's stream
  std::vector<std::unique_ptr<Client>> clients_;
  FaultToken next_token_;                  ///< for faults outside the scenario
  BeforeAnswer* before_answer_ = nullptr;  ///< null unless step_and_strike() has yet to inject
  std::int64_t clients_acted_at_ = -1;
  std::uint32_t orders_chosen_ = 0;
  std::size_t clients_done_ = 0;
  std::optional<std::int64_t> left_the_path_at_;  ///< time in us at which a recorded choice first
                                                  ///< did not match; nullopt if all have matched
};

inline std::optional<std::int64_t> World::next_at() {
  if (queue_.empty() || quiet() || full()) return std::nullopt;
  if (asynchronous()) return ways() > 0 ? std::optional(now_) : std::nullopt;
  const std::int64_t at = queue_.next_at();
  if (scenario_.run_for && at > us(*scenario_.run_for)) return std::nullopt;
  return at;
}

}  // namespace locklab::sim
