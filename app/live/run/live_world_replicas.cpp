// The replicas of a live world: their lag, and their promotion.
#include <algorithm>
#include <utility>

#include "app/live/live_limits.h"
#include "app/live/run/live_world.h"
#include "app/live/servers/replica_keys.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration link_patience = 10s;

std::uint16_t port_of(ServerFleet& fleet, NodeId node) {
  return fleet.server(index(node)).endpoint().port;
}

/// Makes a server follow the master of its plan, or become one, with REPLICAOF.
void tell_master(ServerProcess& server) {
  const std::uint16_t port = server.plan().replica_of;
  Command command("REPLICAOF");
  if (port == 0) {
    command.add("NO").add("ONE");
  } else {
    command.add("127.0.0.1").add(std::int64_t{port});
  }
  redis::BlockingClient(server.endpoint(), server.login()).call(command);
}

}  // namespace

/// Puts a link with a delay in front of replicas whose lag is above the default; up to that, the
/// real lag counts. All replicas were started with direct connections to their masters.
std::optional<LiveProblem> LiveWorld::start_replicas() {
  if (!servers_.fleet) return std::nullopt;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const sim::NodeSpec& spec = scenario_.nodes[i];
    for (std::size_t m = 0; m < nodes_.size(); ++m)
      if (!spec.replica_of.empty() && scenario_.nodes[m].name == spec.replica_of)
        nodes_[i].master = NodeId(m);
    if (nodes_[i].master == no_node) continue;
    if (spec.replication_lag <= sim::NodeSpec().replication_lag) continue;
    follow(NodeId(i), nodes_[i].master);
    bool over = false;
    ReadyWatch::Result linked;
    nodes_[i].watch = std::make_unique<ReadyWatch>(loop_, servers_.fleet->server(i), link_patience,
                                                   [&](ReadyWatch::Result result) {
                                                     linked = std::move(result);
                                                     over = true;
                                                   });
    while (!over && !problem_) loop_.run_once();
    nodes_[i].watch.reset();
    // The replica reports the link before its master knows of it, and the master sends nothing
    // until then.
    bool too_late = false;
    redis::Alarm time_limit([&] { too_late = true; });
    ring_in(time_limit, link_patience);
    while (linked.ready && !nodes_[i].lag->is_linked() && !too_late && !problem_) loop_.run_once();
    if (problem_) return problem_;
    if (too_late) linked.why = "its master sends it nothing";
    if (!linked.ready || too_late)
      return LiveProblem{say("{} does not follow its master: {}", spec.name, printable(linked.why)),
                         {}};
  }
  return std::nullopt;
}

/// Makes a node follow `master`, or become a master (no_node). A dead or frozen server learns this
/// when it starts or resumes.
void LiveWorld::follow(NodeId id, NodeId master) {
  LiveNode& node = nodes_[index(id)];
  node.master = master;
  node.lag.reset();
  std::uint16_t port = master == no_node ? 0 : port_of(*servers_.fleet, master);
  const Duration lag = scenario_.nodes[index(id)].replication_lag;
  if (master != no_node && lag > sim::NodeSpec().replication_lag) {
    // Another link has another port: REPLICAOF with the same port would have no effect.
    node.lag = ReplicaLag::open(loop_, lag);
    if (!node.lag) {
      problem_ = LiveProblem{say("no way to a replica could be opened"), raise_limit()};
      return;
    }
    node.lag->lead_to(servers_.endpoints[index(master)]);
    port = node.lag->port();
  }
  servers_.fleet->server(index(id)).will_follow(port);
  node.is_told_late = struck_.stage(id) == Stage::stopped;
  if (struck_.stage(id) == Stage::up) tell_master(servers_.fleet->server(index(id)));
}

void LiveWorld::tell_late(NodeId id) {
  if (std::exchange(nodes_[index(id)].is_told_late, false))
    tell_master(servers_.fleet->server(index(id)));
}

sim::NoEffect LiveWorld::promote(NodeId id, sim::FaultToken token) {
  if (nodes_[index(id)].master == no_node) return sim::NoEffect::is_master;
  if (const sim::NoEffect why = struck_.absence(id); why != sim::NoEffect::none) return why;
  const std::int64_t since = record_.now_us();
  const NodeId old = nodes_[index(id)].master;
  follow(id, no_node);
  lead_all_to(id, old, token, since);
  return sim::NoEffect::none;
}

/// Makes the old master and its other replicas follow the promoted one, and directs every client to
/// it. Writes that it has not received by now are lost.
void LiveWorld::lead_all_to(NodeId id, NodeId old, sim::FaultToken token, std::int64_t since_us) {
  ServerProcess& server = servers_.fleet->server(index(id));
  const std::int64_t at = record_.now_us();
  const std::int64_t wall_us = wall_us_of(id, at);
  inference_.node_kept(id, keys_of(server), wall_us, at);
  record_.add({.value = index(old),
               .since_us = static_cast<std::uint32_t>(at - since_us),
               .node = id,
               .kind = sim::EventKind::node_promoted,
               .fault = token});
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].master == old) follow(NodeId(i), id);
  follow(old, id);
  const bool is_down = struck_.absence(old) == sim::NoEffect::node_dead;
  record_.add({.node = old,
               .kind = sim::EventKind::node_demoted,
               .detail = is_down ? std::uint8_t{1} : std::uint8_t{0}});
  if (struck_.stage(old) == Stage::up)
    inference_.node_kept(old, {}, wall_us, record_.now_us());  // until it has a copy
  std::replace(routes_.begin(), routes_.end(), old, id);
  for (const auto& client : clients_) client->routes_changed();
  after();
}

// --- Sentinels

void LiveWorld::watch_sentinels() {
  if (!servers_.sentinels) return;
  const auto agreed = [this](NodeId master) {
    record_.add({.value = static_cast<std::int64_t>(servers_.sentinels->size()),
                 .node = master,
                 .kind = sim::EventKind::sentinels_agree});
    after();
  };
  const auto moved = [this](NodeId, std::uint16_t port) {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (port_of(*servers_.fleet, NodeId(i)) == port) is_promoted(NodeId(i));
    settle();
  };
  const auto missed = [this](ServerProcess& sentinel) { miss_process(sentinel); };
  sentinels_ = std::make_unique<SentinelWatch>(loop_, *servers_.sentinels, agreed, moved, missed);
}

/// Completes a promotion by Sentinels. They have promoted the replica, but reconfigure its siblings
/// later, and the old master only after some seconds; this does so now, so that no client finds two
/// masters.
void LiveWorld::is_promoted(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  const NodeId old = std::exchange(node.master, no_node);
  if (old == no_node) return;
  node.lag.reset();
  node.is_told_late = false;
  servers_.fleet->server(index(id)).will_follow(0);
  record_.add({.value = index(old), .node = id, .kind = sim::EventKind::sentinels_pick});
  lead_all_to(id, old, 0, record_.now_us());
}

}  // namespace locklab::app
