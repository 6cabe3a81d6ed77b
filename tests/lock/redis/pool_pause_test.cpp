// A pool's client that is paused, as in a stopped process, while other clients continue.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lock/redis/pooled_env.h"
#include "tests/support/fake_server.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

using test::LoopRunner;
using test::on_loopback;
using test::RealRedis;

constexpr NodeId the_node{0};

Task<> note_reply(Env& env, Command command, Duration timeout, std::vector<std::string>* heard) {
  const Reply reply = co_await env.call(the_node, std::move(command), timeout);
  heard->push_back(as_printed(reply));
}

Task<> note_sleep(Env& env, Duration duration, std::string name, std::vector<std::string>* heard) {
  co_await env.sleep(duration);
  heard->push_back(name);
}

class PausedPoolClient : public testing::Test {
 protected:
  PausedPoolClient() : pool_(*loop_, {on_loopback(server_.port())}, {}) {
    client_ = std::make_unique<PooledEnv>(pool_);
    other_ = std::make_unique<PooledEnv>(pool_);
  }
  void start(Task<> task) {
    tasks_.push_back(std::move(task));
    tasks_.back().start();
  }
  /// Waits until the other client has slept for `time` and then received a reply.
  void let_others_live(Duration time) {
    std::vector<std::string> heard;
    Task<> sleep = note_sleep(*other_, time, "slept", &heard);
    sleep.start();
    loop_.run_until([&] { return sleep.done(); });
    Task<> ping = note_reply(*other_, Command("PING"), 10s, &heard);
    ping.start();
    loop_.run_until([&] { return ping.done(); });
    EXPECT_EQ(heard, (std::vector<std::string>{"slept", "PONG"}));
  }

  RealRedis server_;
  LoopRunner loop_;
  Pool pool_;
  std::unique_ptr<PooledEnv> client_;
  std::unique_ptr<PooledEnv> other_;
  std::vector<std::string> heard_;
  std::vector<Task<>> tasks_;
};

TEST_F(PausedPoolClient, HearsNothingUntilItResumesAndThenRepliesBeforeTimersByDueTime) {
  start(note_sleep(*client_, 10ms, "second", &heard_));
  start(note_sleep(*client_, 5ms, "first", &heard_));
  start(note_reply(*client_, Command("PING"), 10s, &heard_));
  client_->pause();
  let_others_live(20ms);
  EXPECT_TRUE(heard_.empty());
  client_->resume();
  loop_.run_until([&] { return heard_.size() == 3; });
  EXPECT_EQ(heard_, (std::vector<std::string>{"PONG", "first", "second"}));
}

TEST_F(PausedPoolClient, TakesAReplyThatCameBeforeATimeoutThatIsLongPast) {
  start(note_reply(*client_, Command("PING"), 5ms, &heard_));
  client_->pause();
  let_others_live(20ms);
  client_->resume();
  loop_.run_until([&] { return heard_.size() == 1; });
  EXPECT_EQ(heard_[0], "PONG");
}

TEST_F(PausedPoolClient, MayBeDestroyedWithAllThatWaitsForIt) {
  start(note_sleep(*client_, 1ms, "never", &heard_));
  start(note_reply(*client_, Command("PING"), 10s, &heard_));
  start(note_reply(*client_, Command("PING"), 1ms, &heard_));
  client_->pause();
  let_others_live(10ms);
  tasks_.clear();
  client_.reset();
  let_others_live(5ms);
  EXPECT_TRUE(heard_.empty());
}

TEST_F(PausedPoolClient, ThatResumesAtOnceHasMissedNothing) {
  start(note_reply(*client_, Command("PING"), 10s, &heard_));
  client_->pause();
  client_->resume();
  loop_.run_until([&] { return heard_.size() == 1; });
  EXPECT_EQ(heard_[0], "PONG");
}

}  // namespace
}  // namespace locklab::redis
