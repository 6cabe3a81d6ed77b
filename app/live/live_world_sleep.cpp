// Servers of a live world that sleep. They wake up by themselves: their reply to DEBUG SLEEP says
// when.
#include "app/live/live_world.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Connects to those that will sleep.
void LiveWorld::prepare_sleep() {
  for (const sim::Fault& fault : scenario_.faults) {
    if (fault.kind != sim::FaultKind::sleep || nodes_[index(fault.node)].sleeper) continue;
    const ServerProcess& server = servers_.fleet->server(index(fault.node));
    nodes_[index(fault.node)].sleeper = std::make_unique<SleepingServer>(
        loop_, server.endpoint(), server.login(),
        [this, id = fault.node](const Reply& reply) { woke_up(id, reply); });
  }
}

bool LiveWorld::sleep(NodeId id, sim::FaultToken token, Duration time) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::up) return false;
  // While a run is held its servers' clocks stand still, and a sleep would pass by. There it is a
  // freeze that ends in time.
  if (stepper_) {
    servers_.fleet->server(index(id)).stop();
  } else {
    // What was asked before is answered before, and heard. Nobody else asks meanwhile.
    const ServerProcess& server = servers_.fleet->server(index(id));
    redis::BlockingClient(server.endpoint(), server.login()).call(Command("PING"));
    proxy_.hear(id);
    node.sleeper->fall_asleep(time);
  }
  node.stage = NodeStage::stopped;
  node.stops.push_back(token);
  node.sleeps_by = token;
  const std::int64_t now = record_.now_us();
  node.sleeps_until_us = now + us(time);
  record_.add(
      {.at = now, .node = id, .kind = sim::EventKind::node_stopped, .detail = 1, .fault = token});
  return true;
}

void LiveWorld::woke_up(NodeId id, const Reply& reply) {
  const LiveNode& node = nodes_[index(id)];
  if (node.sleeps_by == 0) return;  // its process has died, or somebody else was answered before
  if (!reply.ok()) {
    problem_ = LiveProblem{
        say("{} could not be made to sleep: {}", trace_.node_name(id), printable(reply.text)), {}};
    return;
  }
  go_on(id, node.sleeps_by);
  after();
  settle();
}

/// A sleeper whose time is over and who answers somebody is awake, whoever hears of it first.
void LiveWorld::note_awake(NodeId id) {
  const LiveNode& node = nodes_[index(id)];
  if (node.sleeps_by != 0 && !stepper_ && record_.now_us() >= node.sleeps_until_us)
    go_on(id, node.sleeps_by);
}

/// Whether nothing but its own sleep keeps it from answering.
bool LiveWorld::only_sleeps(const LiveNode& node) const {
  return !stepper_ && node.sleeps_by != 0 && node.stops.size() == 1;
}

/// What is frozen goes on, unless it sleeps: nobody wakes it.
bool LiveWorld::thaw(NodeId id) {
  return nodes_[index(id)].sleeps_by == 0 && go_on(id, sim::every_fault);
}

}  // namespace locklab::app
