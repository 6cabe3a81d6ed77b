// The limit beside a load: it is given up at once when nobody waits for it any more.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/limit.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

constexpr const char* limit_key = "locklab:stress:limit";

StressServers reached(test::Servers& servers) {
  StressServers all;
  all.endpoints = servers.endpoints();
  return all;
}

// Either would hang for hours if it did not look.

TEST(StressLimit, IsGivenUpWhenItIsCancelled) {
  test::Servers servers;
  const StressServers all = reached(servers);
  const StressWork work = test::short_load("set_px_lua");
  std::atomic<bool> cancel = false;
  const auto commands = commands_of_a_lock(work, all, limit_key, cancel);
  ASSERT_TRUE(std::holds_alternative<std::vector<Together>>(commands));
  ASSERT_EQ(std::get<0>(commands).size(), 2u) << "a lock is its claim and its release";
  cancel = true;
  const auto limit =
      measure_limit(work, all, std::get<0>(commands), limit_key, "locklab:stress:", 10h, cancel);
  EXPECT_TRUE(std::holds_alternative<std::uint64_t>(limit));
}

TEST(StressLimit, ALockWhoseServerDoesNotAnswerIsGivenUpToo) {
  test::Servers servers;
  const StressServers all = reached(servers);
  servers[0].stop();
  StressWork work = test::short_load("set_px_lua");
  work.lock.node_timeout = 10h;
  const std::atomic<bool> cancel = true;
  EXPECT_TRUE(std::holds_alternative<std::vector<Together>>(
      commands_of_a_lock(work, all, limit_key, cancel)));
  servers[0].go_on();
}

TEST(StressLimit, IsKnownEvenWhereALockTakesLongerThanTheMeasurement) {
  test::Servers servers;
  const StressServers all = reached(servers);
  StressWork work = test::short_load("set_px_lua");
  work.clients = work.connections = 64;
  // As the commands of very many clients do, each waits for its turn at the server.
  Command slow("BLPOP");
  slow.add("locklab:stress:nothing").add("0.05");
  const std::vector<Together> commands(64, Together{{NodeId{0}, slow}});
  const std::atomic<bool> cancel = false;
  const auto limit = measure_limit(work, all, commands, limit_key, "locklab:stress:", 1s, cancel);
  ASSERT_TRUE(std::holds_alternative<std::uint64_t>(limit));
  EXPECT_GT(std::get<std::uint64_t>(limit), 0u)
      << "locks a second, each of 3.2 s, by 64 clients: 20 at the most";
}

TEST(StressLimit, IsKnownWhereRepliesTakeLongerThanTheLockWouldWait) {
  test::Servers servers;
  const StressServers all = reached(servers);
  StressWork work = test::short_load("set_px_lua");
  work.clients = work.connections = 16;
  work.lock.node_timeout = 1ms;  // as with so many clients that each waits for its turn
  Command slow("BLPOP");
  slow.add("locklab:stress:nothing").add("0.05");
  const std::atomic<bool> cancel = false;
  for (const Duration time : {1ms, 200ms}) {  // both shorter and longer than a round
    const auto limit =
        measure_limit(work, all, {{{NodeId{0}, slow}}}, limit_key, "locklab:stress:", time, cancel);
    ASSERT_TRUE(std::holds_alternative<std::uint64_t>(limit));
    EXPECT_GT(std::get<std::uint64_t>(limit), 0u);
  }
}

TEST(StressLimit, AnswersOfALimiterHaveTheirCommandsCounted) {
  test::Servers servers;
  const StressServers all = reached(servers);
  StressWork work = test::short_load("rate_limit_naive");
  work.lock.limit = 3;
  work.lock.window = 1h;
  const std::atomic<bool> cancel = false;
  const auto no = commands_of_a_no(work, all, limit_key, cancel);
  ASSERT_TRUE(std::holds_alternative<std::uint32_t>(no));
  EXPECT_EQ(std::get<std::uint32_t>(no), 1u) << "GET alone";
  const auto lock = commands_of_a_no(test::short_load("set_px_lua"), all, limit_key, cancel);
  EXPECT_EQ(std::get<std::uint32_t>(lock), 0u);
}

}  // namespace
}  // namespace locklab::app
