// Loads on a Redis Cluster, the user's or the lab's own: nodes redirect commands and slots move
// without harm to a lock, and no key is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "app/live/servers/cluster.h"
#include "app/live/servers/slot_move.h"
#include "app/stress/load/run_stress.h"
#include "lock/redirection.h"
#include "tests/app/cli/program.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using test::Servers;
using testing::HasSubstr;
using testing::Not;

std::vector<FleetPlan> nodes_of_a_cluster(std::size_t count = 3) {
  std::vector<FleetPlan> plan(count);
  for (std::size_t i = 0; i < count; ++i)
    plan[i] = {.name = "n" + std::to_string(i + 1), .cluster = true};
  return plan;
}

std::string address(Servers& servers, std::size_t i) {
  return "127.0.0.1:" + std::to_string(servers[i].endpoint().port);
}

Finished load_on(const std::string& servers, const std::vector<std::string>& more = {}) {
  return locklab(joined({"stress", "--redis", servers, "--yes", "--duration", "1", "--warm-up",
                         "0.1", "--clients", "64", "--set", "node_timeout_ms=2000"},
                        more));
}

/// A cluster that serves all slots.
class Cluster : public Servers {
 public:
  explicit Cluster(std::size_t count = 3) : Servers(nodes_of_a_cluster(count)) {
    EXPECT_EQ(join_cluster(fleet()), "");
  }
  void expect_no_key() {
    for (std::size_t i = 0; i < fleet().size(); ++i)
      EXPECT_TRUE(ask(Command("DBSIZE"), i).is(0)) << "a key is left on node " << i + 1;
  }
};

TEST(StressCluster, ANodeThatServesNoKeysIsToldWithWhatToDo) {
  Servers servers(nodes_of_a_cluster(1));
  EXPECT_THAT(load_on(address(servers, 0)), EndedWith(3, test::IsGolden()));
}

TEST(StressCluster, ANodeIsAWayToAllKeysOfWhichNoneIsLeftAndNoServerForRedlock) {
  Cluster servers;
  for (const char* keys : {"own", "one"}) {
    const Finished run = load_on(address(servers, 2), {"--keys", keys});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Safe: "));
    EXPECT_THAT(run.out, Not(HasSubstr("Commands that failed")));
  }
  servers.expect_no_key();
  const std::string all =
      address(servers, 0) + "," + address(servers, 1) + "," + address(servers, 2);
  EXPECT_THAT(load_on(all, {"--strategy", "redlock"}), EndedWith(2, test::IsGolden()));

  // A user without INFO, so that the load cannot ask whether the server is a cluster.
  for (std::size_t i = 0; i < 3; ++i)
    ASSERT_TRUE(servers
                    .ask(test::plain({"ACL", "SETUSER", "tester", "on", "nopass", "allkeys",
                                      "allcommands", "-info"}),
                         i)
                    .ok());
  StressWork work = test::short_load("set_px_lua");
  work.own_servers = false;
  StressOptions options;
  options.target.servers.push_back({"127.0.0.1", servers[0].endpoint().port});
  options.target.login = {.user = "tester", .password = "any"};
  options.may_be_disturbed = true;
  const std::atomic<bool> cancel = false;
  const auto result = run_stress(work, options, cancel);
  ASSERT_TRUE(std::holds_alternative<LiveProblem>(result));
  const LiveProblem& problem = std::get<LiveProblem>(result);
  EXPECT_THAT(problem.what.english(), HasSubstr("MOVED"));
  EXPECT_THAT(problem.remedy, test::IsGolden("remedy"));
}

TEST_IN_TIME(StressCluster, EveryLockOnOneServerKeepsItsPromisesWhileItsSlotMoves) {
  Cluster servers;
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.traits.has(Trait::needs_replicas) ||
        strategy.id == "rate_limit_naive")  // its clients race by design
      continue;
    SCOPED_TRACE(strategy.id);
    StressWork work = test::short_load(strategy);
    work.own_servers = false;
    StressOptions options;
    options.target.servers.push_back({"127.0.0.1", servers[1].endpoint().port});
    options.may_be_disturbed = true;  // the test itself is connected
    std::atomic<bool> over = false;
    std::atomic<int> moves = 0;
    std::thread moving([&] {
      SlotMover mover(servers.fleet());
      // Moves the slot of each key that the load currently has, with the key.
      while (!over)
        for (std::size_t i = 0; i < 3 && !over; ++i) {
          const Reply keys = servers.ask(test::plain({"KEYS", "locklab:stress:*"}), i);
          for (const Reply& key : keys.items) {
            const std::uint16_t slot = slot_of_key(key.text);
            EXPECT_EQ(mover.move(slot, (i + 1) % 3), "");
            ++moves;
          }
        }
    });
    const StressResult result = test::loaded(work, options);
    over = true;
    moving.join();
    EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
    EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
    EXPECT_FALSE(result.left) << sentence(*result.left).english();
    EXPECT_EQ(result.measures.counts.silences, 0u);
    if (work.critical_sections()) {
      EXPECT_GT(moves, 0);
      EXPECT_GT(result.measures.counts.acquired, 0u);
    }
    servers.expect_no_key();
    if (!result.left) continue;
    for (std::size_t i = 0; i < 3; ++i)  // the owners of slots, as each node sees them
      ADD_FAILURE() << servers.ask(test::plain({"CLUSTER", "NODES"}), i).text;
    return;
  }
}

TEST(StressCluster, OfItsOwnIsStartedAndGone) {
  const Finished run =
      locklab({"stress", "--cluster", "3", "--duration", "0.6", "--warm-up", "0.1", "--clients",
               "8", "--keys", "uniform:20", "--fault", "at 100ms slow n1 1ms 100ms"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("set_px_lua (cluster of 3)"));
  EXPECT_THAT(run.out, HasSubstr("Safe: "));
}

TEST(StressCluster, WhatItCannotBeAndWhatCannotHappenToItIsSaidBeforehand) {
  expect_refused({"stress", "--cluster", "1"});
  for (const auto& [option, value] : {std::pair{"--strategy", "redlock"},
                                      {"--strategy", "set_wait"},
                                      {"--redis", "127.0.0.1"},
                                      {"--fault", "at 1s kill n1"}})
    expect_refused({"stress", "--cluster", "3", option, value});
}

TEST(StressCluster, AClusterOfOneNodeIsUsedAndCleanedUpKeyByKey) {
  Cluster servers(1);
  const Finished run = load_on(address(servers, 0), {"--strategy", "fenced"});
  EXPECT_EQ(run.status, 0) << run.err;
  servers.expect_no_key();
}

}  // namespace
}  // namespace locklab::app
