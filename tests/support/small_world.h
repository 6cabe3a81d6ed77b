// Scenarios for tests, built in code instead of read from a file.
#pragma once

#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/scenario/scenario.h"
#include "sim/world/simulate.h"

namespace locklab::sim {

/// `clients` clients (alice, bob, carol, dave) on one node, on five for redlock, or on one with a
/// replica for set_wait; a lease of 50 ms.
inline Scenario small_world(const std::string& strategy, std::size_t clients = 2) {
  static const char* const names[] = {"alice", "bob", "carol", "dave"};
  Scenario scenario;
  scenario.name = "test";
  scenario.strategy = strategy;
  scenario.lock.ttl = 50ms;
  scenario.lock.retry_delay = 10ms;
  scenario.lock.retry_jitter = 2ms;
  scenario.lock.node_timeout = 20ms;
  scenario.lock.window = 100ms;
  for (std::size_t c = 0; c < clients; ++c) {
    ClientSpec client;
    client.name = names[c];
    client.work = 5ms;
    client.rounds = 2;
    scenario.clients.push_back(client);
  }
  const std::size_t nodes = strategy == "redlock" ? 5 : 1;
  scenario.lock.nodes.clear();
  for (std::size_t n = 0; n < nodes; ++n) {
    NodeSpec node;
    node.name = "n" + std::to_string(n + 1);
    scenario.nodes.push_back(node);
    scenario.lock.nodes.push_back(static_cast<NodeId>(n));
  }
  if (strategy == "set_wait") {
    NodeSpec replica;
    replica.name = "n2";
    replica.replica_of = "n1";
    scenario.nodes.push_back(replica);
  }
  return scenario;
}

/// Two clients that do nothing by themselves, in a world that runs for 300 ms; links take 1 ms.
inline Scenario idle_world() {
  Scenario scenario = small_world("none");
  for (ClientSpec& client : scenario.clients) {
    client.rounds = 0;
    client.start = 300ms;
  }
  scenario.latency = 1ms;
  scenario.jitter = 0ms;
  return scenario;
}

/// A fault injected at `at`.
inline Fault fault_at(FaultKind kind, Duration at) {
  Fault fault;
  fault.kind = kind;
  fault.trigger.at = at;
  return fault;
}

/// A pause of `client` when `of` has its `nth` event of this kind.
inline Fault pause_at(EventKind event, ClientId of, std::uint32_t nth, ClientId client,
                      Duration duration) {
  Fault fault;
  fault.kind = FaultKind::pause;
  fault.client = client;
  fault.duration = duration;
  fault.trigger.event = event;
  fault.trigger.client = of;
  fault.trigger.nth = nth;
  return fault;
}

/// The events of this kind, of one client or of all.
inline std::vector<Event> events(const Trace& trace, EventKind kind, ClientId client = no_client) {
  std::vector<Event> found;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && (client == no_client || trace[i].client == client))
      found.push_back(trace[i]);
  return found;
}

/// The times of these events, in us.
inline std::vector<std::int64_t> times(const Trace& trace, EventKind kind,
                                       ClientId client = no_client) {
  std::vector<std::int64_t> found;
  for (const Event& event : events(trace, kind, client)) found.push_back(event.at);
  return found;
}

/// The number of events of this kind, of one client or of all.
inline std::size_t count(const Trace& trace, EventKind kind, ClientId client = no_client) {
  return events(trace, kind, client).size();
}

/// The first event of this kind; null if there is none.
inline const Event* first(const Trace& trace, EventKind kind, ClientId client = no_client) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && (client == no_client || trace[i].client == client))
      return &trace[i];
  return nullptr;
}

}  // namespace locklab::sim
