// A scenario on one Redis Cluster, on real servers: what is refused, what the trace records, and
// that simulated servers reply as real ones do.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/servers/cluster.h"
#include "lock/redirection.h"
#include "sim/service/redis/server.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using test::plain;

sim::Scenario cluster_scenario(const std::string& faults) {
  return test::scenario_from(R"(
strategy = "set_px_lua"
cluster = true
nodes = 3
ttl_ms = 5000
bound_ms = 5000
node_timeout_ms = 2000
clients = 1
rounds = 2
)" + faults);
}

const std::string move_n1 = "[[fault]]\nwhen = 'alice entered'\nmigrate = { node = 'n1' }\n";

TEST(ClusterScenario, IsRefusedOnServersThatAreSomebodyElses) {
  LiveTarget named;
  named.servers = {{"127.0.0.1", 1}, {"127.0.0.1", 2}, {"127.0.0.1", 3}};
  for (const std::string& faults : {std::string(), move_n1}) {
    const auto problem = not_available_live(cluster_scenario(faults), named);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->exit_status, 3);
    EXPECT_THAT(problem->what, test::IsGolden());
  }
  EXPECT_FALSE(not_available_live(cluster_scenario(move_n1), {}));
}

TEST(ClusterScenario, IsRefusedWhereItsServersWouldRefuse) {
  const auto refused = not_available_live(
      cluster_scenario("[[fault]]\nat_ms = 5\nrefuse = { node = 'n1', why = 'read_only' }\n"), {});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->exit_status, 3);
  EXPECT_FALSE(not_stepped_live(cluster_scenario(move_n1), {}));
}

TEST(ClusterScenario, TheTraceTellsTheMoveAndTheHop) {
  const sim::Trace trace = test::live_trace(cluster_scenario(move_n1));
  std::vector<std::string> told;
  std::uint32_t at_n1 = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& e = trace[i];
    const std::string node(trace.node_name(e.node));
    if (e.kind == sim::EventKind::slot_moved) told.push_back(node + " gives the slot away");
    if (e.kind == sim::EventKind::key_set) told.push_back(node + " has a key");
    if (e.kind == sim::EventKind::key_lost) told.push_back(node + " hands it over");
    if (e.kind == sim::EventKind::key_deleted) told.push_back(node + " deletes it");
    if (e.kind == sim::EventKind::received && trace.text(e).starts_with("MOVED ")) {
      EXPECT_EQ(redirection(trace.text(e))->slot, slot_of_key("locklab:lock"));
      told.push_back(node + " sends on");
    }
    at_n1 += e.kind == sim::EventKind::sent && node == "n1";
  }
  EXPECT_THAT(told, testing::ElementsAre("n1 has a key", "n1 gives the slot away", "n2 has a key",
                                         "n1 hands it over", "n1 sends on", "n2 deletes it",
                                         "n2 has a key", "n2 deletes it"));
  EXPECT_EQ(at_n1, 2u) << "the first claim, and the release that is sent on";
}

TEST(ClusterScenario, SimulatedServersSayWhatRealOnesSay) {
  test::Servers real({{.name = "n1", .cluster = true}, {.name = "n2", .cluster = true}});
  ASSERT_EQ(join_cluster(real.fleet()), "");
  sim::Server simulated;
  simulated.join_cluster(
      [](std::uint16_t slot) {
        return slot < 8'192 ? std::string() : fmt::format("MOVED {} n2:6379", slot);
      },
      {});
  sim::Session session;
  for (const Command& command :
       {plain({"GET", "a"}), plain({"SET", "a", "1", "NX", "PX", "10"}), plain({"GET", "b"}),
        plain({"SET", "b", "1"}), plain({"DEL", "a", "b"}), plain({"MSET", "b", "1", "a", "2"}),
        plain({"MGET", "{b}x", "b"}), plain({"EVAL", "return 1", "1", "a"}),
        plain({"EVAL", "return 1", "2", "a", "b"}), plain({"EVAL", "return 1", "0", "a"}),
        plain({"EVAL", "return 1", "3", "a"}), plain({"EVAL", "return 1", "x", "a"}),
        plain({"GET"}), plain({"PING"}), plain({"WATCH", "a"}), plain({"EXISTS", "a"}),
        plain({"PUBLISH", "c", "hello"}), plain({"EVAL", "return redis.call('GET', 'a')", "0"})}) {
    std::string said = as_printed(real.ask(command));
    const std::string address = real[1].endpoint().text();
    if (const std::size_t at = said.find(address); at != said.npos)
      said.replace(at, address.size(), "n2:6379");
    EXPECT_EQ(as_printed(simulated.execute(session, command.words(), 1'000'000).reply), said)
        << as_typed(command.words());
  }
}

}  // namespace
}  // namespace locklab::app
