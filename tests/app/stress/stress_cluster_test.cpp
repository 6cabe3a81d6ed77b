// Loads on nodes of a Redis Cluster, where keys may be another node's: that is told before the
// load, and nothing is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/cli/program.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using test::Servers;
using testing::HasSubstr;
using testing::Not;

FleetPlan node_of_a_cluster(const char* name) {
  FleetPlan plan{.name = name};
  plan.extra = {"--cluster-enabled", "yes"};
  return plan;
}

std::string address(Servers& servers, std::size_t i) {
  return "127.0.0.1:" + std::to_string(servers[i].endpoint().port);
}

bool serves(Servers& servers, std::size_t i) {
  return servers.ask(test::plain({"CLUSTER", "INFO"}), i).text.find("cluster_state:ok") !=
         std::string::npos;
}

Finished load_on(const std::string& servers, std::vector<std::string> more = {}) {
  std::vector<std::string> all{"stress", "--redis",   servers, "--yes",     "--duration",
                               "0.2",    "--warm-up", "0.1",   "--clients", "64"};
  all.insert(all.end(), more.begin(), more.end());
  return locklab(all);
}

TEST(StressCluster, ANodeThatServesNoKeysIsToldWithWhatToDo) {
  Servers servers({node_of_a_cluster("n1")});
  const Finished run = load_on(address(servers, 0));
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("CLUSTERDOWN"));
  EXPECT_THAT(run.err, HasSubstr("name a single server"));
  EXPECT_THAT(run.err, Not(HasSubstr("could not be removed")));
}

TEST(StressCluster, ANodeWhoseKeysArePartlyAnothersIsToldWithWhatToDo) {
  Servers servers({node_of_a_cluster("n1"), node_of_a_cluster("n2")});
  const std::string port = std::to_string(servers[1].endpoint().port);
  ASSERT_TRUE(servers.ask(test::plain({"CLUSTER", "MEET", "127.0.0.1", port.c_str()})).ok());
  // The first has no slot of any key that the load may ask for.
  ASSERT_TRUE(servers.ask(test::plain({"CLUSTER", "ADDSLOTSRANGE", "0", "0"}), 0).ok());
  ASSERT_TRUE(servers.ask(test::plain({"CLUSTER", "ADDSLOTSRANGE", "1", "16383"}), 1).ok());
  ASSERT_TRUE(test::wait_for([&] { return serves(servers, 0) && serves(servers, 1); }));
  for (const char* keys : {"own", "one"}) {
    const Finished run = load_on(address(servers, 0), {"--keys", keys});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("MOVED"));
    EXPECT_THAT(run.err, HasSubstr("it is one node of a cluster, and the key is another's"));
    EXPECT_THAT(run.err, Not(HasSubstr("could not be removed")));
  }
  EXPECT_TRUE(servers.ask(Command("DBSIZE"), 0).is(0));
  EXPECT_TRUE(servers.ask(Command("DBSIZE"), 1).is(0));
}

TEST(StressCluster, AClusterOfOneNodeIsUsedAndCleanedUpKeyByKey) {
  Servers servers({node_of_a_cluster("n1")});
  ASSERT_TRUE(servers.ask(test::plain({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"})).ok());
  ASSERT_TRUE(test::wait_for([&] { return serves(servers, 0); }));
  const Finished run = load_on(address(servers, 0), {"--strategy", "fenced"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << "a key is left: " << run.err;
}

}  // namespace
}  // namespace locklab::app
