// A simulated Redis Cluster: the lock's slot moves, clients follow redirections and remember them,
// and no lock on one server admits two clients because of a move.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/check/check.h"
#include "sim/check/lockout.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/trace/run_state.h"
#include "sim/world/cluster.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::Gt;
using testing::Le;

/// Clients of a lock on the first of three nodes of a cluster.
Scenario in_a_cluster(const std::string& strategy, const std::string& settings = "clients=2",
                      const std::vector<std::string>& faults = {}) {
  Scenario scenario = calm_world(strategy, "cluster=true, nodes=3, " + settings, faults);
  scenario.run_for = 1s;
  return scenario;
}

TEST(Cluster, AClientIsSentOnOnceAndRemembersTheWay) {
  const Trace trace = simulate(
      in_a_cluster("set_px_lua", "clients=1, rounds=3", {"when alice entered: migrate n1"}));
  std::vector<std::string> requests;  // without those to the resource
  for (const Event& sent : events(trace, EventKind::sent))
    if (sent.node != resource_node)
      requests.push_back(
          fmt::format("{} {}", trace.node_name(sent.node), *trace.words(sent).begin()));
  EXPECT_THAT(requests, ElementsAre("n1 SET", "n1 EVALSHA", "n2 EVALSHA", "n2 SET", "n2 EVALSHA",
                                    "n2 SET", "n2 EVALSHA"));
}

TEST(Cluster, TheKeyGoesAlongWithTheRestOfItsLease) {
  // Alice works for longer than her lease.
  const Trace trace = simulate(in_a_cluster(
      "set_px_lua", "clients=1, work_ms=200, rounds=1, node.n2.clock_offset_ms=3600000",
      {"at 20ms migrate n1"}));
  const std::vector<Event> set = events(trace, EventKind::key_set);
  ASSERT_EQ(set.size(), 2u);
  EXPECT_EQ(set[0].node, NodeId{0});
  EXPECT_EQ(set[1].node, NodeId{1});
  EXPECT_EQ(set[1].client, ClientId{0});
  constexpr double rounding = 1'000;  // Redis counts milliseconds
  EXPECT_NEAR(static_cast<double>(set[1].at + set[1].value - set[0].at), 50'000, rounding);
  EXPECT_THAT(events(trace, EventKind::key_expired),
              ElementsAre(Field("node", &Event::node, NodeId{1})));
}

TEST(Cluster, TheTraceAloneSaysWhereTheKeysAndTheLockAre) {
  const Trace trace =
      simulate(in_a_cluster("fenced", "clients=1", {"when alice entered: migrate n1 to n3"}));
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
  Scenario scenario = in_a_cluster("set_px_lua", "clients=1, rounds=1000",
                                   {"at 100ms kill n1 restart_after 100ms"});
  scenario.run_for = 3s;
  const Trace trace = simulate(scenario);
  std::int64_t last_down = 0;
  for (const Event& received : events(trace, EventKind::received))
    if (trace.text(received) == "CLUSTERDOWN The cluster is down") last_down = received.at;
  EXPECT_GT(last_down, 2'000'000);
  EXPECT_THAT(times(trace, EventKind::entered), Each(AnyOf(Le(200'000), Gt(2'200'000))));
  EXPECT_GT(times(trace, EventKind::entered).back(), 2'200'000);
}

TEST(Cluster, SlotsAreAssignedAsRedisCliAssignsThem) {
  for (int nodes = 2; nodes <= 16; ++nodes) {
    const Scenario scenario =
        calm_world("set_px_lua", fmt::format("cluster=true, nodes={}, clients=1", nodes));
    Dice dice(1);
    World world(scenario, dice);
    const std::vector<std::uint16_t> used = slots_of(scenario);  // these are at home
    const double each = 16'384.0 / nodes;
    for (int slot = 0; slot < 16'384; ++slot) {
      int node = 0;
      while (node < nodes - 1 && slot > std::lround((node + 1) * each - 1)) ++node;
      const auto number = static_cast<std::uint16_t>(slot);
      if (std::find(used.begin(), used.end(), number) != used.end()) continue;
      ASSERT_EQ(index(world.cluster()->owner(number)), node) << slot << " of " << nodes;
    }
  }
}

TEST(Cluster, NoLockIsBlamedForAMasterThatIsJustBack) {
  std::size_t judged = 0;
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.id == "set_wait") continue;
    SCOPED_TRACE(strategy.id);
    for (const char* dies : {"at 100ms kill n1", "at 100ms kill n1 restart_after 100ms"}) {
      Scenario scenario =
          in_a_cluster(std::string(strategy.id), "clients=2, rounds=1000, wait_ms=5000",
                       {dies, "at 250ms restart n1"});
      scenario.run_for = 3s;
      const Trace trace = simulate(scenario);
      ASSERT_EQ(count(trace, EventKind::node_restarted), 1u);
      const std::int64_t back = times(trace, EventKind::node_restarted).front();
      EXPECT_THAT(times(trace, EventKind::node_refuses), ElementsAre(back));
      if (trace.back().at < back + 2'000'000) continue;  // nothing is left to sell
      EXPECT_THAT(times(trace, EventKind::node_accepts), ElementsAre(back + 2'000'000));
      for (const Verdict& verdict : check(trace)) {
        if (verdict.property != Property::no_deadlock && verdict.property != Property::availability)
          continue;
        EXPECT_NE(verdict.kept, Kept::broken) << name(verdict.property) << ": " << verdict.why;
        judged += verdict.kept == Kept::kept;
      }
      const std::vector<Lockout> all = lockouts(trace);
      if (strategy.id == "setnx_del" || all.empty()) continue;
      EXPECT_EQ(all.front().cause, LockoutCause::writes_refused) << all.front().why.english();
    }
  }
  EXPECT_GT(judged, 10u);
}

TEST(Cluster, ADeadMasterThatWasJustBackRefusesNothing) {
  Scenario scenario =
      in_a_cluster("set_px_lua", "clients=2, rounds=1000, wait_ms=9000",
                   {"at 100ms kill n1 restart_after 100ms", "at 1s refuse n1 full 500ms",
                    "at 2s kill n1 restart_after 100ms"});
  scenario.run_for = 5s;
  const Trace trace = simulate(scenario);
  EXPECT_THAT(times(trace, EventKind::node_refuses), ElementsAre(200'000, 1'000'000, 2'100'000));
  EXPECT_THAT(times(trace, EventKind::node_accepts), ElementsAre(1'500'000, 4'100'000));
  RunState state(trace.info);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    state.on(trace, i);
    const NodeCondition now = state.nodes().condition(NodeId{0});
    const std::int64_t at = trace[i].at;
    if (at > 1'500'000 && at < 2'000'000) EXPECT_EQ(now, NodeCondition::refusing) << at;
    if (at > 2'000'000 && at < 2'100'000) EXPECT_EQ(now, NodeCondition::killed) << at;
    if (at > 4'100'000) EXPECT_EQ(now, NodeCondition::up) << at;
  }
}

TEST(Cluster, NoLockOnOneServerLetsTwoInWhileItsSlotMoves) {
  std::size_t moves = 0;
  const std::string late_bob = "client={bob={start_ms=3}}";
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.id == "set_wait") continue;
    if (!check(simulate(in_a_cluster(std::string(strategy.id)))).front().promised) continue;
    for (Duration at = 0ms; at < 80ms; at += 500us) {
      const auto migrate = [](Duration when, const char* from) {
        return fmt::format("at {} migrate {}", line_time(when), from);
      };
      const Trace trace = simulate(
          in_a_cluster(std::string(strategy.id),
                       strategy.id == "setnx_expire" ? "how='multi', " + late_bob : late_bob,
                       {migrate(at, "n1"), migrate(at + 9ms, "n2"), migrate(at + 17ms, "n3")}));
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
  const Scenario scenario = in_a_cluster("atomic_decr", "clients=2", {"at 3ms migrate n1"});
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::slot_moved), 2u) << "the lock's slot and the counter's";
  EXPECT_THAT(events(trace, EventKind::resource_final),
              ElementsAre(AllOf(Field("node", &Event::node, NodeId{1}),
                                Field("value", &Event::value, scenario.initial_value - 4))));
}

TEST(Cluster, TheSameRunTwiceIsTheSameToTheByte) {
  const Scenario scenario =
      in_a_cluster("watchdog", "jitter_ms=0.5", {"at 10ms migrate n1", "at 30ms migrate n2"});
  EXPECT_EQ(simulate(scenario).hash(), simulate(scenario).hash());
}

TEST(Cluster, NothingMovesToOrFromANodeThatDoesNotRun) {
  for (const char* down : {"at 5ms kill n1", "at 5ms kill n2", "at 5ms stop n1", "at 5ms stop n2"})
    EXPECT_EQ(count(simulate(in_a_cluster("set_px_lua", "clients=2", {down, "at 6ms migrate n1"})),
                    EventKind::slot_moved),
              0u)
        << down;
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
