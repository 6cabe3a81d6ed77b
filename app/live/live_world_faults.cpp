// What happens to a live world's clients and servers.
#include <utility>

#include "app/live/live_world.h"

namespace locklab::app {

using sim::Fault;
using sim::FaultKind;

namespace {

constexpr Duration restart_patience = 10s;

}  // namespace

void LiveWorld::strike_what_is_due() {
  while (const auto due = plan_.take_due()) {
    if (due->delay > Duration(0)) {
      plan(*due->fault, due->token, false, due->delay);
    } else {
      strike(*due->fault, due->token);
    }
  }
}

void LiveWorld::strike(const Fault& fault, sim::FaultToken token) {
  const bool at_node = fault.kind == FaultKind::kill || fault.kind == FaultKind::stop ||
                       fault.kind == FaultKind::restart;
  const bool struck = at_node ? strike_node(fault, token) : strike_client(fault, token);
  if (const auto time = sim::lasts(fault); time && struck) plan(fault, token, true, *time);
}

void LiveWorld::end(const Fault& fault, sim::FaultToken token) {
  if (fault.kind == FaultKind::pause) resume(fault.client, token);
  if (fault.kind == FaultKind::stop) go_on(fault.node, token);
  if (fault.kind == FaultKind::kill) restart(fault.node, token);
}

// --- clients

bool LiveWorld::strike_client(const Fault& fault, sim::FaultToken token) {
  LiveClient& client = clients_[index(fault.client)];
  if (client.crashed) return false;
  switch (fault.kind) {
    case FaultKind::crash:
      return crash(fault.client, token);
    case FaultKind::pause:
      return pause(fault.client, token, fault.duration ? us(*fault.duration) : -1);
    case FaultKind::resume:
      return resume(fault.client, sim::every_fault);
    default:
      // Not inside a task that is running now.
      post([&client] {
        if (client.crashed) return;
        client.others.push_back(sim::run_foreign_release(*client.env, &client.program));
        client.others.back().start();
      });
      return true;
  }
}

bool LiveWorld::crash(ClientId id, sim::FaultToken token) {
  LiveClient& client = clients_[index(id)];
  record(EventKind::client_crashed, id, no_node, token);
  client.crashed = true;
  client.env->go();
  // A trigger may have fired while one of its tasks is on the stack.
  post([&client] {
    client.others.clear();
    client.task = {};
    client.env.reset();
  });
  return true;
}

bool LiveWorld::pause(ClientId id, sim::FaultToken token, std::int64_t for_us) {
  LiveClient& client = clients_[index(id)];
  client.pauses.push_back(token);
  if (!client.env->paused()) client.env->pause();
  record(EventKind::client_paused, id, no_node, token, for_us);
  return true;
}

bool LiveWorld::resume(ClientId id, sim::FaultToken token) {
  LiveClient& client = clients_[index(id)];
  if (client.crashed || !sim::end_fault(client.pauses, token)) return false;
  record(EventKind::client_resumed, id, no_node, token, 0, !client.pauses.empty());
  if (client.pauses.empty()) client.env->resume();
  return true;
}

// --- servers

bool LiveWorld::strike_node(const Fault& fault, sim::FaultToken token) {
  switch (fault.kind) {
    case FaultKind::kill:
      return kill(fault.node, token);
    case FaultKind::stop:
      return stop(fault.node, token);
    default:
      return go_on(fault.node, sim::every_fault) || restart(fault.node, sim::every_fault);
  }
}

bool LiveWorld::stop(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::up && node.stage != NodeStage::stopped) return false;
  if (node.stage == NodeStage::up) servers_.fleet->server(index(id)).stop();
  node.stage = NodeStage::stopped;
  node.stops.push_back(token);
  record(EventKind::node_stopped, no_client, id, token);
  return true;
}

bool LiveWorld::go_on(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (!sim::end_fault(node.stops, token)) return false;
  if (node.stops.empty()) node.stage = NodeStage::up;
  record(EventKind::node_continued, no_client, id, token, 0, !node.stops.empty());
  if (node.stops.empty()) servers_.fleet->server(index(id)).go_on();
  return true;
}

bool LiveWorld::kill(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  ServerProcess& server = servers_.fleet->server(index(id));
  if (node.stage == NodeStage::dead) return false;
  node.watch.reset();
  node.stage = NodeStage::dead;
  node.stops.clear();
  node.killed_by = token;
  const std::int64_t since = journal_.now_us();
  server.kill();
  const std::int64_t at = journal_.now_us();
  journal_.add_now({.since_us = static_cast<std::uint32_t>(at - since),
                    .node = id,
                    .kind = EventKind::node_killed,
                    .fault = token});
  if (server.plan().persistence == sim::Persistence::none)
    inference_.node_forgot(id, journal_.now_us());
  return true;
}

bool LiveWorld::restart(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::dead) return false;
  if (token != sim::every_fault && token != node.killed_by) return false;
  node.stage = NodeStage::coming_back;
  node.restarted_by = token;
  node.since_us = journal_.now_us();
  const auto failed = [this, id](const Sentence& why) {
    problem_ = Problem{say("{} could not be restarted: {}", trace_.node_name(id), why),
                       say("see whether `redis-server` starts by hand")};
  };
  if (!servers_.fleet->restart(index(id))) {
    failed(say("no process"));
    return false;
  }
  node.watch =
      std::make_unique<ReadyWatch>(loop_, servers_.fleet->server(index(id)), restart_patience,
                                   [this, id, failed](ReadyWatch::Result result) {
                                     if (!result.ready) return failed(Sentence::name(result.why));
                                     if (nodes_[index(id)].stage == NodeStage::coming_back) {
                                       is_back(id, result.keys, journal_.now_us());
                                       after();
                                     }
                                   });
  return true;
}

void LiveWorld::is_back(NodeId id, std::int64_t keys, std::int64_t at) {
  LiveNode& node = nodes_[index(id)];
  node.stage = NodeStage::up;
  trace_.add({.at = at,
              .value = keys,
              .since_us = static_cast<std::uint32_t>(at - node.since_us),
              .node = id,
              .kind = EventKind::node_restarted,
              .fault = node.restarted_by});
}

}  // namespace locklab::app
