// A scenario whose nodes are one Redis Cluster, on real servers: where it is refused, what its
// trace tells, and that the simulated servers say what real ones say.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/live/cluster.h"
#include "app/live/live_limits.h"
#include "app/live/run_live.h"
#include "lock/redirection.h"
#include "sim/scenario/library.h"
#include "sim/scenario/read_scenario.h"
#include "sim/service/redis/server.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

sim::Scenario cluster_scenario(const std::string& faults, const std::string& before = "") {
  auto read = sim::read_scenario(before + R"(
strategy = "set_px_lua"
cluster = true
nodes = 3
ttl_ms = 5000
bound_ms = 5000
node_timeout_ms = 2000
clients = 1
rounds = 2
)" + faults,
                                 "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  return std::get<sim::Scenario>(read);
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
  auto result = run_live(cluster_scenario(move_n1), {});
  ASSERT_FALSE(std::holds_alternative<LiveProblem>(result))
      << sentence(std::get<LiveProblem>(result)).english();
  const sim::Trace& trace = std::get<LiveRun>(result).trace;
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

/// A command on one connection, and what it answers: "MOVED 15495 n2:6379".
class BothClusters {
 public:
  BothClusters() {
    EXPECT_EQ(join_cluster(real_.fleet()), "");
    simulated_.join_cluster(
        [](std::uint16_t slot) {
          return slot < 8'192 ? std::string() : fmt::format("MOVED {} n2:6379", slot);
        },
        {});
  }
  /// Compares the answers of the first node of each.
  void compare(const std::vector<std::string>& words) {
    Command command(words.front());
    for (std::size_t i = 1; i < words.size(); ++i) command.add(words[i]);
    std::string real = as_printed(real_.ask(command));
    const std::string address = real_[1].endpoint().text();
    if (const std::size_t at = real.find(address); at != real.npos)
      real.replace(at, address.size(), "n2:6379");
    const Reply reply = simulated_.execute(session_, command.words(), 1'000'000).reply;
    EXPECT_EQ(as_printed(reply), real) << words.front();
  }

 private:
  test::Servers real_{{{.name = "n1", .cluster = true}, {.name = "n2", .cluster = true}}};
  sim::Server simulated_;
  sim::Session session_;
};

TEST(ClusterScenario, SimulatedServersSayWhatRealOnesSay) {
  BothClusters both;
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{"GET", "a"}, Words{"SET", "a", "1", "NX", "PX", "10"}, Words{"GET", "b"},
        Words{"SET", "b", "1"}, Words{"DEL", "a", "b"}, Words{"MSET", "b", "1", "a", "2"},
        Words{"MGET", "{b}x", "b"}, Words{"EVAL", "return 1", "1", "a"},
        Words{"EVAL", "return 1", "2", "a", "b"}, Words{"EVAL", "return 1", "0", "a"},
        Words{"EVAL", "return 1", "3", "a"}, Words{"EVAL", "return 1", "x", "a"}, Words{"GET"},
        Words{"PING"}, Words{"WATCH", "a"}, Words{"EXISTS", "a"}, Words{"PUBLISH", "c", "hello"},
        Words{"EVAL", "return redis.call('GET', 'a')", "0"}})
    both.compare(words);
}

}  // namespace
}  // namespace locklab::app
