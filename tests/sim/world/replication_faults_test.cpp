// Faults that strike a master and its replicas: what reached a node in another life, or while it
// was frozen, counts for nothing.
#include <gtest/gtest.h>

#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

/// A master and a replica, the lock on the master.
Scenario replicated(const std::string& strategy) {
  Scenario scenario = calm_world(strategy, 1);
  if (scenario.nodes.size() == 1) {
    NodeSpec replica;
    replica.name = "n2";
    replica.replica_of = "n1";
    scenario.nodes.push_back(replica);
  }
  return scenario;
}

TEST(Replica, AppliesNothingThatReachedItBeforeItDied) {
  // The key is set while the replica is frozen; it dies, is synchronised anew, and only then would
  // apply what it had received.
  Scenario scenario = replicated("set_px_lua");
  scenario.run_for = 300ms;
  scenario.clients[0].rounds = 1;
  scenario.faults = {on_node(FaultKind::stop, 1ms, 1), on_node(FaultKind::kill, 50ms, 1)};
  scenario.faults[1].restart_after = 10ms;
  scenario.faults.push_back(for_ms(on_node(FaultKind::stop, 70ms, 1), 40ms));
  const Trace trace = simulate(scenario);
  ASSERT_EQ(count(trace, EventKind::released), 1u);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].node == NodeId{1}) {
      EXPECT_NE(trace[i].kind, EventKind::key_set) << trace[i].at;
    }
}

TEST(Replica, AppliesNothingThatWasSentToItWhileItWasDead) {
  // It is back before that would arrive, and is sent everything anew: a lock that is free again.
  Scenario scenario = replicated("set_px_lua");
  scenario.run_for = 300ms;
  scenario.clients[0].rounds = 1;
  scenario.nodes[1].replication_lag = 40ms;
  scenario.faults = {
      on_node(FaultKind::kill, Duration(500), 1),
      on_node(FaultKind::restart, 100ms, 1)};  // nothing, but the run lasts until then
  scenario.faults[0].restart_after = 35ms;
  const Trace trace = simulate(scenario);
  ASSERT_EQ(count(trace, EventKind::released), 1u);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].node == NodeId{1}) {
      EXPECT_NE(trace[i].kind, EventKind::key_set) << trace[i].at;
    }
}

TEST(Replica, ThatComesBackWhileItsMasterIsFrozenIsSynchronisedWhenThatWakes) {
  Scenario scenario = replicated("set_px_lua");
  scenario.run_for = 300ms;
  scenario.clients[0].work = 250ms;
  scenario.clients[0].touch = false;
  scenario.lock.ttl = 10s;
  scenario.faults = {on_node(FaultKind::kill, 20ms, 1),
                     for_ms(on_node(FaultKind::stop, 25ms, 0), 50ms)};
  scenario.faults[0].restart_after = 10ms;
  const Trace trace = simulate(scenario);
  std::int64_t copied = -1;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::key_set && trace[i].node == NodeId{1}) copied = trace[i].at;
  EXPECT_GT(copied, 75'000);
}

TEST(Wait, IsNotAnsweredByAFrozenMaster) {
  Scenario scenario = replicated("set_wait");
  scenario.nodes[1].replication_lag = 5ms;
  scenario.lock.ttl = 1s;
  scenario.lock.node_timeout = 300ms;
  scenario.run_for = 500ms;
  scenario.faults = {for_ms(on_node(FaultKind::stop, 8ms), 100ms)};
  const Trace trace = simulate(scenario);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::ran && trace[i].node == NodeId{0}) {
      EXPECT_TRUE(trace[i].at <= 8'000 || trace[i].at >= 108'000) << trace[i].at;
    }
  EXPECT_GE(count(trace, EventKind::acquired), 1u);
}

}  // namespace
}  // namespace locklab::sim
