// What happens to a live world's clients and servers.
#include <utility>

#include "app/live/live_world.h"

namespace locklab::app {

using sim::Fault;
using sim::FaultKind;

namespace {

constexpr std::uint64_t restart_patience_ms = 10'000;

}  // namespace

void LiveWorld::apply(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::kill:
    case FaultKind::stop:
    case FaultKind::restart:
      return apply_to_node(fault);
    default:
      return apply_to_client(fault);
  }
}

void LiveWorld::apply_to_client(const Fault& fault) {
  LiveClient& client = clients_[index(fault.client)];
  if (client.crashed) return;
  switch (fault.kind) {
    case FaultKind::crash:
      return crash(client);
    case FaultKind::pause:
      if (client.env->paused()) return;
      client.env->pause();
      record(EventKind::client_paused, fault.client, no_node,
             fault.duration ? us(*fault.duration) : -1);
      if (fault.duration) end_later(fault, FaultKind::resume);
      return;
    case FaultKind::resume:
      if (!client.env->paused()) return;
      record(EventKind::client_resumed, fault.client, no_node);
      return client.env->resume();
    default:
      // Not inside a task that is running now.
      post([&client] {
        if (client.crashed) return;
        client.others.push_back(sim::run_foreign_release(*client.env, &client.program));
        client.others.back().start();
      });
  }
}

void LiveWorld::crash(LiveClient& client) {
  record(EventKind::client_crashed, static_cast<ClientId>(&client - clients_.data()), no_node);
  client.crashed = true;
  client.env->go();
  // A trigger may have fired while one of its tasks is on the stack.
  post([&client] {
    client.others.clear();
    client.task = {};
    client.env.reset();
  });
}

void LiveWorld::apply_to_node(const Fault& fault) {
  LiveNode& node = nodes_[index(fault.node)];
  ServerProcess& server = servers_.fleet->server(index(fault.node));
  switch (fault.kind) {
    case FaultKind::kill: {
      kill(fault.node);
      Fault back = fault;
      back.duration = fault.restart_after;
      if (back.duration) end_later(back, FaultKind::restart);
      return;
    }
    case FaultKind::stop:
      if (node.stage != NodeStage::up) return;
      server.stop();
      node.stage = NodeStage::stopped;
      record(EventKind::node_stopped, no_client, fault.node);
      if (fault.duration) end_later(fault, FaultKind::restart);
      return;
    default:
      if (node.stage == NodeStage::stopped) {
        node.stage = NodeStage::up;
        record(EventKind::node_continued, no_client, fault.node);
        return server.go_on();
      }
      if (node.stage == NodeStage::dead) restart(fault.node);
  }
}

void LiveWorld::kill(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  ServerProcess& server = servers_.fleet->server(index(id));
  if (node.stage == NodeStage::dead) return;
  node.watch.reset();
  node.stage = NodeStage::dead;
  const std::int64_t since = journal_.now_us();
  server.kill();
  const std::int64_t at = journal_.now_us();
  journal_.add_now({.since_us = static_cast<std::uint32_t>(at - since),
                    .node = id,
                    .kind = EventKind::node_killed});
  if (server.plan().persistence == sim::Persistence::none)
    inference_.node_forgot(id, journal_.now_us());
}

void LiveWorld::restart(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  node.stage = NodeStage::coming_back;
  node.since_us = journal_.now_us();
  const auto failed = [this, id](const Sentence& why) {
    problem_ = Problem{say("{} could not be restarted: {}", trace_.node_name(id), why),
                       say("see whether `redis-server` starts by hand")};
  };
  if (!servers_.fleet->restart(index(id))) return failed(say("no process"));
  node.watch =
      std::make_unique<ReadyWatch>(&loop_, servers_.fleet->server(index(id)), restart_patience_ms,
                                   [this, id, failed](ReadyWatch::Result result) {
                                     if (!result.ready) return failed(Sentence::name(result.why));
                                     if (nodes_[index(id)].stage == NodeStage::coming_back) {
                                       is_back(id, result.keys, journal_.now_us());
                                       after();
                                     }
                                   });
}

void LiveWorld::is_back(NodeId id, std::int64_t keys, std::int64_t at) {
  LiveNode& node = nodes_[index(id)];
  node.stage = NodeStage::up;
  trace_.add({.at = at,
              .value = keys,
              .since_us = static_cast<std::uint32_t>(at - node.since_us),
              .node = id,
              .kind = EventKind::node_restarted});
}

}  // namespace locklab::app
