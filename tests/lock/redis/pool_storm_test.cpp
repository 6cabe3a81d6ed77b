// The first event that ends a wait decides its result, in whatever order events occur within a
// round of the loop.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lock/redis/pool.h"
#include "lock/redis/pooled_env.h"
#include "lock/stop_signal.h"
#include "lock/task.h"
#include "tests/support/await_storm.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

class PoolStorm : public testing::Test {
 protected:
  test::RealRedis server_;
  test::LoopRunner loop_;
  Pool pool_{*loop_, {test::on_loopback(server_.port())}, {}, 2};
};

TEST_F(PoolStorm, EveryAwaitGetsOneRightAnswerWhateverElseHappensInItsRound) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::vector<std::unique_ptr<PooledEnv>> clients;
    test::AwaitStorm storm(seed, 60);
    for (std::size_t client = 0; client < 12; ++client) {
      clients.push_back(std::make_unique<PooledEnv>(pool_));
      const bool alone = client % 3 == 0;
      for (int task = 0; task < (alone ? 1 : 6); ++task)
        storm.add(*clients.back(), task == 0, alone);
    }
    storm.start();
    loop_.run_until([&] { return storm.over(); });
    if (HasFailure()) return;
    for (const char* what :
         {"a sleep, over", "a sleep, cancelled", "a call, answered", "a call, cancelled"})
      EXPECT_GT(storm.answers().count(what), 0u) << what << " did not happen";
    storm.end();
  }
}

TEST_F(PoolStorm, TasksDestroyedInTheMiddleOfItLeaveNothingBehind) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::AwaitStorm storm(seed, 1'000);
    std::vector<std::unique_ptr<PooledEnv>> clients;
    for (int client = 0; client < 8; ++client) {
      clients.push_back(std::make_unique<PooledEnv>(pool_));
      for (int task = 0; task < 4; ++task) storm.add(*clients.back(), task == 0, false);
    }
    storm.start();
    for (int rounds = 0; rounds < 40; ++rounds) (*loop_).run_once();
    storm.end();
    clients.clear();
    if (HasFailure()) return;
  }
}

Task<> raise_after(Env& env, Duration delay, StopSignal* stop) {
  co_await env.sleep(delay);
  stop->raise();
}

Task<> sleep_then_set(Env& env, Duration delay, StopSignal* stop, Reply* reply) {
  co_await env.sleep(delay, stop);
  Command set("SET");
  set.add("locklab:x").add("v");
  *reply = co_await env.call(NodeId{0}, std::move(set), 5s);
}

TEST_F(PoolStorm, ASleepThatIsCancelledAsItsTimeEndsIsOverOnce) {
  PooledEnv client(pool_);
  for (int i = 0; i < 20; ++i) {
    StopSignal stop(client);
    Reply reply;
    Task<> raises = raise_after(client, 2ms, &stop);
    Task<> sleeps = sleep_then_set(client, 2ms, &stop, &reply);
    raises.start();
    sleeps.start();
    loop_.run_until([&] { return sleeps.done(); });
    ASSERT_TRUE(reply.ok()) << as_printed(reply);
  }
}

}  // namespace
}  // namespace locklab::redis
