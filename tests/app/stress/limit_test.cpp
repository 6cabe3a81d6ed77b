// The measurement of the limit that accompanies a load: it stops at once when it is cancelled.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/servers/limit.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

constexpr const char* limit_key = "locklab:stress:limit";

class StressLimit : public testing::Test {
 protected:
  StressLimit() { all.endpoints = servers.endpoints(); }
  auto commands() { return commands_of_a_lock(work, all, limit_key, cancel); }
  std::uint64_t limit(const std::vector<Together>& commands, Duration time) {
    const auto found =
        measure_limit(work, all, commands, limit_key, "locklab:stress:", time, cancel);
    EXPECT_TRUE(std::holds_alternative<std::uint64_t>(found));
    return std::get<std::uint64_t>(found);
  }

  test::Servers servers;
  StressServers all;
  StressWork work = test::short_load("set_px_lua");
  std::atomic<bool> cancel = false;
  /// A command that waits 50 ms at the server, like those of very many clients.
  Command slow = test::plain({"BLPOP", "locklab:stress:nothing", "0.05"});
};

// Without checking `cancel`, both of these would hang for hours.

TEST_F(StressLimit, IsGivenUpWhenItIsCancelled) {
  const auto made = commands();
  ASSERT_TRUE(std::holds_alternative<std::vector<Together>>(made));
  ASSERT_EQ(std::get<0>(made).size(), 2u) << "a lock is its claim and its release";
  cancel = true;
  limit(std::get<0>(made), 10h);
}

TEST_F(StressLimit, ALockWhoseServerDoesNotAnswerIsGivenUpToo) {
  servers[0].stop();
  work.lock.node_timeout = 10h;
  cancel = true;
  EXPECT_TRUE(std::holds_alternative<std::vector<Together>>(commands()));
  servers[0].go_on();
}

TEST_F(StressLimit, IsKnownEvenWhereALockTakesLongerThanTheMeasurement) {
  work.clients = work.connections = 64;
  EXPECT_GT(limit(std::vector<Together>(64, Together{{NodeId{0}, slow}}), 1s), 0u)
      << "locks a second, each of 3.2 s, by 64 clients: 20 at the most";
}

TEST_F(StressLimit, IsKnownWhereRepliesTakeLongerThanTheLockWouldWait) {
  work.clients = work.connections = 16;
  work.lock.node_timeout = 1ms;             // as if very many clients waited
  for (const Duration time : {1ms, 200ms})  // shorter and longer than a round
    EXPECT_GT(limit({{{NodeId{0}, slow}}}, time), 0u);
}

TEST_F(StressLimit, AnswersOfALimiterHaveTheirCommandsCounted) {
  const auto commands_of = [&] {
    const auto no = commands_of_a_no(work, all, limit_key, cancel);
    EXPECT_TRUE(std::holds_alternative<std::uint32_t>(no));
    return std::get<std::uint32_t>(no);
  };
  EXPECT_EQ(commands_of(), 0u) << "of a lock";
  work = test::short_load("rate_limit_naive");
  work.lock.limit = 3;
  work.lock.window = 1h;
  EXPECT_EQ(commands_of(), 1u) << "GET alone";
}

}  // namespace
}  // namespace locklab::app
