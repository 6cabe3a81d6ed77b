// A simulated Redis Cluster: the lock's slot moves, clients are sent on and remember the way, and
// no lock on one server lets two in for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/check/check.h"
#include "sim/trace/run_state.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

/// Two clients of a lock whose node is the first of three in one cluster.
Scenario in_a_cluster(const std::string& strategy) {
  Scenario scenario = calm_world(strategy);
  scenario.cluster = true;
  NodeSpec node = scenario.nodes.front();
  for (const char* name : {"n2", "n3"}) {
    node.name = name;
    scenario.nodes.push_back(node);
  }
  scenario.run_for = 1s;
  return scenario;
}

Fault migration(Duration at, std::uint16_t from, NodeId to = no_node) {
  Fault fault = on_node(FaultKind::migrate, at, from);
  fault.to = to;
  return fault;
}

/// "alice n1 SET", all that is sent to a node of the cluster.
std::vector<std::string> sent_to_nodes(const Trace& trace, ClientId client) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::sent && trace[i].client == client &&
        trace[i].node != resource_node)
      all.push_back(std::string(trace.node_name(trace[i].node)) + " " +
                    std::string(*trace.words(trace[i]).begin()));
  return all;
}

TEST(Cluster, AClientIsSentOnOnceAndRemembersTheWay) {
  Scenario scenario = in_a_cluster("set_px_lua");
  scenario.clients.resize(1);
  scenario.clients[0].rounds = 3;
  scenario.faults = {when(EventKind::entered, migration(0ms, 0))};
  EXPECT_THAT(sent_to_nodes(simulate(scenario), ClientId{0}),
              ElementsAre("n1 SET", "n1 EVALSHA", "n2 EVALSHA", "n2 SET", "n2 EVALSHA", "n2 SET",
                          "n2 EVALSHA"));
}

TEST(Cluster, TheKeyGoesAlongWithTheRestOfItsLease) {
  Scenario scenario = in_a_cluster("set_px_lua");
  scenario.clients.resize(1);
  scenario.clients[0].work = 200ms;  // longer than the lease
  scenario.clients[0].rounds = 1;
  scenario.nodes[1].clock_offset = 1h;
  scenario.faults = {migration(20ms, 0)};
  const Trace trace = simulate(scenario);
  std::int64_t set_at = -1;
  std::int64_t due_at = -1;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::key_set && e.node == NodeId{0}) set_at = e.at;
    if (e.kind == EventKind::key_set && e.node == NodeId{1}) {
      EXPECT_EQ(e.client, ClientId{0});
      due_at = e.at + e.value;
    }
    if (e.kind == EventKind::key_expired) {
      EXPECT_EQ(e.node, NodeId{1});
    }
  }
  constexpr std::int64_t rounding = 1'000;  // Redis counts milliseconds
  EXPECT_GE(due_at, set_at + 50'000 - rounding);
  EXPECT_LE(due_at, set_at + 50'000 + rounding);
  EXPECT_EQ(count(trace, EventKind::key_expired), 1u);
}

TEST(Cluster, TheTraceAloneSaysWhereTheKeysAndTheLockAre) {
  Scenario scenario = in_a_cluster("fenced");
  scenario.clients.resize(1);
  scenario.faults = {when(EventKind::entered, migration(0ms, 0, NodeId{2}))};
  const Trace trace = simulate(scenario);
  RunState state(trace.info);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    state.on(trace, i);
    if (trace[i].kind == EventKind::key_lost && trace[i].detail == 1 &&
        state.keys().of(NodeId{0}).empty())
      break;
  }
  EXPECT_TRUE(state.keys().of(NodeId{0}).empty());
  ASSERT_EQ(state.keys().of(NodeId{2}).size(), 2u) << "the lock and its counter of tokens";
  EXPECT_EQ(state.keys().of(NodeId{2})[0].owner, ClientId{0});
  EXPECT_EQ(state.families().of_lock().front().serving, NodeId{2});
}

TEST(Cluster, AMasterThatComesBackServesNoKeysForTwoSeconds) {
  Scenario scenario = in_a_cluster("set_px_lua");
  scenario.clients.resize(1);
  scenario.clients[0].rounds = 1'000;
  scenario.run_for = 3s;
  Fault kill = on_node(FaultKind::kill, 100ms, 0);
  kill.restart_after = 100ms;
  scenario.faults = {kill};
  const Trace trace = simulate(scenario);
  std::int64_t last_down = 0;
  std::int64_t next_entry = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace.text(trace[i]) == "CLUSTERDOWN The cluster is down") last_down = trace[i].at;
    if (trace[i].kind == EventKind::entered && trace[i].at > 200'000 && next_entry == 0)
      next_entry = trace[i].at;
  }
  EXPECT_GT(last_down, 2'000'000);
  EXPECT_GT(next_entry, 2'200'000);
}

TEST(Cluster, NoLockOnOneServerLetsTwoInWhileItsSlotMoves) {
  std::size_t moves = 0;
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.id == "set_wait") continue;
    if (!check(simulate(in_a_cluster(std::string(strategy.id)))).front().promised) continue;
    for (Duration at = 0ms; at < 80ms; at += 500us) {
      Scenario scenario = in_a_cluster(std::string(strategy.id));
      if (strategy.id == "setnx_expire") scenario.lock.how = How::multi;
      scenario.clients[1].start = 3ms;
      scenario.faults = {migration(at, 0), migration(at + 9ms, 1), migration(at + 17ms, 2)};
      const Trace trace = simulate(scenario);
      moves += count(trace, EventKind::slot_moved);
      for (const Verdict& verdict : check(trace))
        EXPECT_FALSE(verdict.promised && verdict.kept == Kept::broken)
            << strategy.id << ", slot moves at " << us(at) << " us: " << verdict.why;
      EXPECT_EQ(count(trace, EventKind::finished), 2u) << strategy.id << " " << us(at);
    }
  }
  EXPECT_GT(moves, 2'000u);
}

TEST(Cluster, TheCounterOfAnAtomicCommandMovesToo) {
  Scenario scenario = in_a_cluster("atomic_decr");
  scenario.faults = {migration(3ms, 0)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::slot_moved), 2u) << "the lock's slot and the counter's";
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::resource_final) continue;
    EXPECT_EQ(trace[i].node, NodeId{1});
    EXPECT_EQ(trace[i].value, scenario.initial_value - 4);
  }
  EXPECT_EQ(count(trace, EventKind::resource_final), 1u);
}

TEST(Cluster, TheSameRunTwiceIsTheSameToTheByte) {
  Scenario scenario = in_a_cluster("watchdog");
  scenario.jitter = 500us;
  scenario.faults = {migration(10ms, 0), migration(30ms, 1)};
  const Trace one = simulate(scenario);
  const Trace other = simulate(scenario);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].at, other[i].at);
    EXPECT_EQ(one[i].kind, other[i].kind);
    EXPECT_EQ(one.text(one[i]), other.text(other[i]));
  }
}

TEST(Cluster, NothingMovesToOrFromANodeThatDoesNotRun) {
  for (const FaultKind kind : {FaultKind::kill, FaultKind::stop})
    for (const std::uint16_t node : {0, 1}) {
      Scenario scenario = in_a_cluster("set_px_lua");
      scenario.faults = {on_node(kind, 5ms, node), migration(6ms, 0)};
      EXPECT_EQ(count(simulate(scenario), EventKind::slot_moved), 0u) << name(kind) << node;
    }
}

Task<> hear_news(Env& env, NodeId node, std::vector<std::string>* heard) {
  co_await env.call(node, subscribe("locklab:news"), 20ms);
  const Reply frame = co_await env.listen(node, 100ms);
  heard->push_back(as_printed(frame));
}

Task<> tell_news(Env& env, NodeId node) {
  co_await env.sleep(20ms);
  co_await env.call(node, publish("locklab:news", "free"), 20ms);
}

TEST(Cluster, WhoListensAtOneNodeHearsWhatIsPublishedAtAnother) {
  const auto heard_with = [](const std::vector<Fault>& faults) {
    Scenario scenario = idle_world();
    scenario.cluster = true;
    NodeSpec second = scenario.nodes.front();
    second.name = "n2";
    scenario.nodes.push_back(second);
    scenario.faults = faults;
    Dice dice(1);
    World world(scenario, dice);
    std::vector<std::string> heard;
    world.run_also(ClientId{0}, [&](Actor& self) { return hear_news(self, NodeId{0}, &heard); });
    world.run_also(ClientId{1}, [](Actor& self) { return tell_news(self, NodeId{1}); });
    world.run();
    return heard;
  };
  const std::string message = as_printed(
      Reply::array({Reply::bulk("message"), Reply::bulk("locklab:news"), Reply::bulk("free")}));
  EXPECT_THAT(heard_with({}), ElementsAre(message));
  EXPECT_THAT(heard_with({for_ms(on_node(FaultKind::stop, 10ms), 40ms)}), ElementsAre(message))
      << "a frozen node tells it when it goes on";
}

}  // namespace
}  // namespace locklab::sim
