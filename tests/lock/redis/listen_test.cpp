// Frames that a real server pushes to the clients of a pool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "lock/redis/blocking_client.h"
#include "lock/redis/pool.h"
#include "lock/redis/pooled_env.h"
#include "lock/task.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PoolListens : public testing::Test {
 protected:
  static constexpr NodeId node{0};

  void run(Task<> task) {
    task.start();
    loop_.run_until([&] { return task.done(); });
  }
  void subscribe_alice() { run(subscribed(alice_, &log_)); }
  void alice_hears(Duration patience = 10s) { run(hear(alice_, patience, &log_)); }
  Reply publish(std::string_view words) {
    return BlockingClient(test::on_loopback(server_.port()), {})
        .call(locklab::publish("news", words), 10s);
  }
  static Task<> subscribed(Env& env, std::vector<std::string>* log) {
    const Reply reply = co_await env.call(node, subscribe("news"), 10s);
    log->push_back(as_printed(reply));
  }
  static Task<> hear(Env& env, Duration patience, std::vector<std::string>* log,
                     StopSignal* stop = nullptr) {
    const Reply frame = co_await env.listen(node, patience, stop);
    log->push_back(frame.kind == Reply::Kind::array ? frame.items[2].text : as_printed(frame));
  }
  /// Subscribes alice, and starts a task that waits for the next frame.
  Task<> listening(StopSignal* stop = nullptr) {
    subscribe_alice();
    Task<> task = hear(alice_, 10s, &log_, stop);
    task.start();
    return task;
  }
  static Task<> get_something(Env& env, std::vector<std::string>* log) {
    const Reply reply = co_await env.call(node, get("locklab:nothing"), 10s);
    log->push_back(as_printed(reply));
  }

  test::RealRedis server_;
  test::LoopRunner loop_;
  Pool pool_{*loop_, {test::on_loopback(server_.port())}, {}};
  PooledEnv alice_{pool_};
  std::vector<std::string> log_;
};

TEST_F(PoolListens, EachClientHearsWhatItSubscribedTo) {
  PooledEnv bob(pool_);
  subscribe_alice();
  EXPECT_TRUE(publish("one").is(1));
  EXPECT_TRUE(publish("two").is(1));
  alice_hears();
  alice_hears();
  run(hear(bob, 10s, &log_));
  EXPECT_THAT(log_, ElementsAre(R"(["subscribe", "news", (integer) 1])", "one", "two",
                                HasSubstr("not subscribed")));
}

TEST_F(PoolListens, AWaitingTaskWakesWhenAFrameComes) {
  Task<> task = listening();
  EXPECT_FALSE(task.done());
  EXPECT_TRUE(publish("now").is(1));
  loop_.run_until([&] { return task.done(); });
  EXPECT_EQ(log_.back(), "now");
}

TEST_F(PoolListens, CommandsGoOnBesideIt) {
  subscribe_alice();
  run(get_something(alice_, &log_));
  EXPECT_EQ(log_.back(), "(nil)");
  EXPECT_EQ(pool_.connections(), 2u);
}

TEST_F(PoolListens, PatienceEnds) {
  subscribe_alice();
  alice_hears(5ms);
  EXPECT_THAT(log_.back(), HasSubstr("timeout"));
  EXPECT_TRUE(publish("after all").is(1));
  alice_hears();
  EXPECT_EQ(log_.back(), "after all");
}

TEST_F(PoolListens, WhoIsToldToStopStops) {
  StopSignal stop(alice_);
  Task<> task = listening(&stop);
  stop.raise();
  loop_.run_until([&] { return task.done(); });
  EXPECT_THAT(log_.back(), HasSubstr("cancelled"));
}

TEST_F(PoolListens, ATaskThatIsDestroyedLeavesTheConnectionToTheNext) {
  { const Task<> destroyed = listening(); }
  EXPECT_TRUE(publish("for the next").is(1));
  alice_hears();
  EXPECT_EQ(log_.back(), "for the next");
}

TEST_F(PoolListens, AServerThatVanishesEndsTheSubscription) {
  Task<> task = listening();
  ::kill(server_.pid(), SIGKILL);
  loop_.run_until([&] { return task.done(); });
  EXPECT_THAT(log_.back(), HasSubstr("not subscribed"));
}

TEST_F(PoolListens, WithItsClientTheSubscriptionGoes) {
  {
    PooledEnv alice(pool_);
    run(subscribed(alice, &log_));
    EXPECT_EQ(pool_.connections(), 1u);
  }
  loop_.run_until([&] { return pool_.connections() == 0; });
  loop_.run_until([&] { return publish("anybody?").is(0); });
}

}  // namespace
}  // namespace locklab::redis
