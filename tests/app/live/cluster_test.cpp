// A real Redis Cluster: it forms, slots move with their keys, and a live run that names one node
// runs on all of them.
#include "app/live/servers/cluster.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "app/live/servers/slot_move.h"
#include "lock/redirection.h"
#include "sim/check/check.h"
#include "sim/world/simulate.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"

namespace locklab::app {
namespace {

class ClusterTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(join_cluster(servers.fleet()), ""); }

  test::Servers servers{{{.name = "n1", .cluster = true},
                         {.name = "n2", .cluster = true},
                         {.name = "n3", .cluster = true}}};
};

/// Forty rounds for each of two clients, with leases and timeouts longer than anything here takes.
sim::Scenario two_who_take_turns() {
  return test::scenario_from(R"(
title = "two in turns"
strategy = "fenced"
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
retry_delay_ms = 3
retry_jitter_ms = 3
[[client]]
name = "alice"
rounds = 40
work_ms = 5
[[client]]
name = "bob"
rounds = 40
work_ms = 5
)");
}

LiveRun ran(const sim::Scenario& scenario, const redis::Endpoint& node, bool processes = false) {
  LiveTarget target = test::target_at(node.port);
  target.processes = processes;
  auto result = run_live(scenario, target);
  if (!std::holds_alternative<LiveRun>(result)) {
    ADD_FAILURE() << sentence(test::problem_of(result)).english();
    return {};
  }
  return std::move(std::get<LiveRun>(result));
}

void expect_all_went_well(const LiveRun& run) {
  int entered = 0;
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    const sim::Event event = run.trace[i];
    entered += event.kind == sim::EventKind::entered;
    EXPECT_FALSE(run.trace.text(event).starts_with("MOVED")) << run.trace.text(event);
    EXPECT_FALSE(run.trace.text(event).starts_with("ASK ")) << run.trace.text(event);
    EXPECT_NE(event.kind, sim::EventKind::timed_out);
  }
  EXPECT_EQ(entered, 80);
  for (const sim::Verdict& verdict : sim::check(run.trace))
    EXPECT_FALSE(verdict.promised && verdict.kept == sim::Kept::broken) << verdict.why;
  EXPECT_FALSE(run.left);
}

TEST_F(ClusterTest, EachMasterHasAsManySlots) {
  EXPECT_EQ(owner_of(servers.fleet(), 0), 0u);
  EXPECT_EQ(owner_of(servers.fleet(), 8'000), 1u);
  EXPECT_EQ(owner_of(servers.fleet(), 16'383), 2u);
  EXPECT_EQ(masters_of(servers[1].endpoint(), {}).size(), 3u);
}

TEST_F(ClusterTest, ASlotMovesWithItsKeysAndTheirLeases) {
  const std::uint16_t slot = slot_of_key("locklab:lock");
  const std::size_t owner = *owner_of(servers.fleet(), slot);
  const std::size_t next = (owner + 1) % 3;
  ASSERT_TRUE(servers.ask(set_nx_px("locklab:lock", "alice", 30s), owner).ok());
  ASSERT_TRUE(servers.ask(set_nx_px("{locklab:lock}:queue", "bob", 30s), owner).ok());
  EXPECT_EQ(SlotMover(servers.fleet()).move(slot, next), "");
  EXPECT_EQ(owner_of(servers.fleet(), slot), next);
  EXPECT_TRUE(servers.ask(get("locklab:lock"), next).is_text("alice"));
  EXPECT_TRUE(servers.ask(get("{locklab:lock}:queue"), next).is_text("bob"));
  EXPECT_GT(servers.ask(Command("PTTL").add("locklab:lock"), next).integer, 10'000);
  EXPECT_TRUE(servers.ask(Command("DBSIZE"), owner).is(0));
}

TEST_F(ClusterTest, ASlotMovesWhileAnotherNodeDoesNotRun) {
  SlotMover mover(servers.fleet());
  servers[2].stop();
  EXPECT_EQ(mover.move(0, 1), "");
  EXPECT_EQ(owner_of(servers.fleet(), 0), 1u);
  servers[2].go_on();
  servers[2].kill();
  EXPECT_EQ(mover.move(0, 0), "");
  EXPECT_EQ(owner_of(servers.fleet(), 0), 0u);
}

TEST_F(ClusterTest, ALiveRunIsTheSameWhicheverNodeIsNamed) {
  for (std::size_t i = 0; i < 3; ++i)
    for (const bool processes : {false, true})
      expect_all_went_well(ran(two_who_take_turns(), servers[i].endpoint(), processes));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(servers.ask(Command("DBSIZE"), i).is(0));
}

TEST_F(ClusterTest, ALiveRunGoesOnWhileTheSlotOfItsLockMoves) {
  const std::uint16_t slot = slot_of_key("locklab:lock");
  std::atomic<bool> over = false;
  std::atomic<int> moves = 0;
  std::thread moving([&] {
    SlotMover mover(servers.fleet());
    for (; !over; ++moves) {
      const auto owner = owner_of(servers.fleet(), slot);
      if (!owner) continue;  // too busy to answer
      EXPECT_EQ(mover.move(slot, (*owner + 1) % 3), "");
    }
  });
  const LiveRun run = ran(two_who_take_turns(), servers[0].endpoint());
  over = true;
  moving.join();
  EXPECT_GT(moves, 1);
  expect_all_went_well(run);
}

TEST(ClusterWithoutANode, ASlotMovesInALiveRunThatDoesNotWaitForIt) {
  for (const char* fault : {"kill = { node = \"n3\" }", "stop = { node = \"n3\" }",
                            "stop = { node = \"n3\", ms = 5000 }"}) {
    SCOPED_TRACE(fault);
    const sim::Trace trace = test::live_trace(test::scenario_from(fmt::format(R"(
title = "a move without n3"
strategy = "set_px_lua"
nodes = 3
cluster = true
ttl_ms = 10000
[[client]]
name = "alice"
work_ms = 300
[[fault]]
at_ms = 50
{}
[[fault]]
at_ms = 120
migrate = {{ node = "n1", to = "n2" }}
)",
                                                                              fault)));
    bool moved = false;
    std::int64_t asleep_until = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (trace[i].kind == sim::EventKind::node_stopped) asleep_until = trace[i].at + us(5s);
      if (trace[i].kind != sim::EventKind::slot_moved) continue;
      moved = true;
      if (asleep_until > 0) {
        EXPECT_LT(trace[i].at, asleep_until);
      }
    }
    EXPECT_TRUE(moved);
  }
}

TEST(ClusterWithoutANode, AMasterThatComesBackRefusesTheLockAsInTheSimulator) {
  const sim::Scenario scenario = test::scenario_from(R"(
title = "the lock's master comes back"
strategy = "set_px_lua"
nodes = 3
cluster = true
retry_delay_ms = 50
[[client]]
name = "alice"
work_ms = 20
rounds = 3
wait_ms = 6000
[[fault]]
at_ms = 10
kill = { node = "n1", restart_after_ms = 60 }
[[fault]]
at_ms = 600
migrate = { node = "n1", to = "n2" }
)");
  const auto expect_refusals = [](const sim::Trace& trace) {
    SCOPED_TRACE(trace.info.world);
    std::size_t refused = 0;
    std::size_t entered_later = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      refused += trace.text(trace[i]).starts_with("CLUSTERDOWN ");
      entered_later += refused > 0 && trace[i].kind == sim::EventKind::entered;
      EXPECT_NE(trace[i].kind, sim::EventKind::slot_moved) << "nobody can move it now";
    }
    EXPECT_GT(refused, 3u);
    EXPECT_GT(entered_later, 0u);
    EXPECT_EQ(sim::count(trace, sim::EventKind::node_refuses), 1u);
    EXPECT_EQ(sim::count(trace, sim::EventKind::node_accepts), 1u);
    for (const sim::Verdict& verdict : sim::check(trace))
      if (verdict.property == sim::Property::no_deadlock ||
          verdict.property == sim::Property::availability)
        EXPECT_NE(verdict.kept, sim::Kept::broken) << verdict.why;
  };
  expect_refusals(test::live_trace(scenario));
  expect_refusals(sim::simulate(scenario));
}

TEST_F(ClusterTest, SeveralOfItsNodesAreRefusedAsServersOfALock) {
  const sim::Scenario three =
      test::scenario_from("title = \"three\"\nstrategy = \"redlock\"\nnodes = 3\n");
  LiveTarget target;
  for (std::size_t i = 0; i < 3; ++i)
    target.servers.push_back({"127.0.0.1", servers[i].endpoint().port});
  EXPECT_EQ(test::problem_of(three, target).exit_status, 2);
}

}  // namespace
}  // namespace locklab::app
