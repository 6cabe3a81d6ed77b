// The simulated world: clients, nodes, the resource and the network between them, in one thread and
// in integer time. It moves from event to event; the same scenario and the same choices give the
// same trace to the byte.
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

/// Wall clocks read this at the world's start, in us since 1970: a whole second, so that whole
/// seconds of the world are whole seconds of a clock that is right.
inline constexpr std::int64_t world_epoch_us = 1'700'000'000'000'000;

class World final : private ServiceEnd {
 public:
  /// `scenario` and `choice` must outlive the world. What is observed makes no difference to what
  /// happens.
  World(const Scenario& scenario, Choice& choice, const std::string& run = {},
        Observation observed = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Runs until every client is done and nothing is on its way, or until the scenario's run_for.
  void run();
  /// One event. False: nothing is left to happen.
  bool step();

  std::int64_t now() const { return now_; }
  /// After the last step: what else is due at that instant, or under way where time stands still.
  /// Only nodes do something then, and it makes no difference whether it came before the last step.
  void let_nodes_finish();
  /// Records what the nodes have of the resource, where it is a key of theirs. Nothing may happen
  /// afterwards.
  void tell_final_resource();
  /// When the next step happens; none: nothing is left to happen.
  std::optional<std::int64_t> next_at();
  /// Whether anything that is under way may be next, while time stands still.
  bool asynchronous() const { return scenario_.semantics == Semantics::asynchronous; }
  /// Where time stands still, the trace counts steps in its place, a few microseconds each: short
  /// of any lease.
  std::int64_t steps_as_time() const { return steps_as_time_; }
  /// Lets the trace count no steps from now on: two states that differ only in the steps that led
  /// to them are the same.
  void record_without_steps() { record_.record_at(&now_); }
  /// Where time stands still, the time after which nothing comes any more: a lease's end.
  std::int64_t horizon() const { return horizon_; }
  /// How many things may happen next, where the choice orders them.
  std::size_t ways() {
    if (!std::exchange(ties_are_known_, true)) ties_.find(*this);
    return ties_.size();
  }
  /// Whether a time is left open that may be over at the next instant. Then decide() comes before
  /// anything else.
  bool undecided();
  /// Decides of the first such time that it is over then, or that it is over later.
  void decide(bool now);
  OpenTimes& open_times() { return open_times_; }
  const OpenTimes& open_times() const { return open_times_; }
  /// The possible next steps that ways() has counted.
  const Ties& ties() const { return ties_; }
  /// Lets time pass without anything happening, up to the next step's time at most.
  void pass_until(std::int64_t at) { now_ = at; }
  /// Adds all that decides what will happen from here on, but the checks' own state.
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
  /// A node, or what the resource runs on.
  Node& node(NodeId id) {
    if (id == resource_node) return *resource_;
    LOCKLAB_ASSERT(index(id) < nodes_.size());
    return *nodes_[index(id)];
  }
  /// The node that the client reaches under `id` now: after a failover, the promoted replica, once
  /// the client has been told.
  NodeId route(ClientId client, NodeId id) const;
  /// Lets one client (no_client: every client) reach `promoted` in the place of `old`. False: they
  /// do already.
  bool reroute(ClientId client, NodeId old, NodeId promoted);
  /// Null: its nodes are no cluster.
  Cluster* cluster() { return cluster_.get(); }
  /// The node at the address that a cluster's node has told; no_node: none.
  NodeId node_at(const Redirection& to) const { return cluster_ ? cluster_->node_at(to) : no_node; }
  /// Learns that the node has died or stands still, or is there again.
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
  /// Whether every client has come to the end of its program, or has crashed.
  bool everybody_ended() const { return clients_done_ == clients_.size(); }

  /// How a node gets what answers behind it; none: a simulated Redis.
  using MakeService = Node::MakeService;
  // The next five are called between two events, and not in a search. The trace names all clients
  // and nodes that there ever were: one that joins never takes the place of one that has left.
  /// Adds a client, which begins at once.
  ClientId join(const ClientSpec& client);
  /// Adds a node; a replica begins with a copy of its master.
  NodeId join(const NodeSpec& node, const MakeService& make_service = {});
  /// Runs one more task beside the client's program. False: it has crashed.
  bool run_also(ClientId client, std::function<Task<>(Actor&)> task);
  /// Removes a client for good: its connections close. A program before its end counts as crashed.
  void leave(ClientId client);
  /// Removes a node for good: it dies.
  void leave(NodeId node);

  /// Does the fault now, between two events, as one more than the scenario's.
  void apply(const Fault& fault);
  /// Lets one event happen. Where it brings `node` a command, the chosen faults strike once the
  /// node has run it and before its answer leaves, as faults do that wait for `ran`. False: the
  /// node ran nothing, and nothing struck.
  bool step_and_strike(NodeId node, const std::vector<Fault>& chosen);
  /// Whether some client has received something, or has done something by itself, at this very
  /// instant (only told where the choice orders what happens).
  bool clients_have_acted() const { return clients_acted_at_ == now_; }
  /// Whether a fault strikes now, or may at the next thing that is recorded: then whoever does
  /// several things in one callback does them one after the other, from the agenda.
  bool faults_wait_for_events() const { return record_.faults_wait(); }
  Agenda& agenda() { return agenda_; }

 private:
  /// A fault that strikes later, or ends later.
  struct Planned {
    Planned(World& its_world, Fault fault, FaultToken token, bool ends);
    World& world;
    Timer timer;
    Fault fault;
    FaultToken token;
    bool ends;
  };
  /// Faults for which the event that happens now makes the moment.
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
  /// Lets strike what is due and be done what is on the agenda, until neither is left.
  void settle() {
    if (record_.faults_wait() || !agenda_.empty()) settle_all();
  }
  void settle_all();
  /// Strikes what is due next. False: nothing is.
  bool strike_next();
  void plan(const Fault& fault, FaultToken token, bool ends, Duration delay);
  static void planned_fired(Timer& timer);
  // ServiceEnd
  void request_arrived(Exchange& exchange) override;
  void wait_over(Exchange& exchange) override { node(exchange.node).wait_over(exchange); }
  void strike(const Fault& fault, FaultToken token);
  NoEffect strike_client(const Fault& fault, FaultToken token);
  NoEffect strike_node(const Fault& fault, FaultToken token);
  NoEffect strike_links(const Fault& fault, FaultToken token);
  NoEffect strike_link(const Fault& fault, FaultToken token, ClientId client, NodeId node);
  void end(const Fault& fault, FaultToken token);
  bool end_on_link(FaultKind kind, FaultToken token, ClientId client, NodeId node);
  bool heal(ClientId client, NodeId node);
  /// Calls visit(client, node) for each link that the fault concerns; whether any said yes.
  template <class Visit>
  NoEffect any_link(const Fault& fault, Visit visit);
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
  std::uint64_t name_of(const Timer& timer) const;

  const Scenario& scenario_;
  Choice& choice_;
  const bool orders_;  ///< Choice::orders(), which is asked at every step
  std::int64_t now_ = 0;
  std::int64_t steps_as_time_ = 0;
  std::int64_t horizon_;
  Record record_;
  EventQueue queue_;
  Agenda agenda_;
  std::deque<Planned> planned_;  ///< before whatever sets timers beside theirs
  std::size_t planned_pending_ = 0;
  Ties ties_;
  bool ties_are_known_ = false;  ///< nothing has happened since they were found
  OpenTimes open_times_;
  Network network_;
  std::vector<NodeId> masters_;              ///< by node: what clients are told who ask now
  std::vector<std::vector<NodeId>> routes_;  ///< by client and node: what they have been told
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unique_ptr<Node> resource_;
  std::unique_ptr<Cluster> cluster_;      ///< null: its nodes know nothing of each other
  std::unique_ptr<Sentinels> sentinels_;  ///< null: nobody watches the masters
  FramePool frames_;                      ///< of all clients' tasks
  RandomBits seeds_;                      ///< one for each client
  std::vector<std::unique_ptr<Client>> clients_;
  FaultToken next_token_;                  ///< for faults that are not the scenario's
  BeforeAnswer* before_answer_ = nullptr;  ///< only while they wait, within one event
  std::int64_t clients_acted_at_ = -1;
  std::size_t clients_done_ = 0;
  std::optional<std::int64_t> left_the_path_at_;  ///< from there on its choices do not fit
};

inline std::optional<std::int64_t> World::next_at() {
  if (queue_.empty() || quiet() || full()) return std::nullopt;
  if (asynchronous()) return ways() > 0 ? std::optional(now_) : std::nullopt;
  const std::int64_t at = queue_.next_at();
  if (scenario_.run_for && at > us(*scenario_.run_for)) return std::nullopt;
  return at;
}

}  // namespace locklab::sim
