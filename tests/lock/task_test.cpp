// Tasks, awaits and stop signals, without a world.
#include "lock/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lock/grant.h"
#include "tests/support/env_by_hand.h"

namespace locklab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Log = std::vector<std::string>;
constexpr NodeId n1{0};

/// Logs its destruction.
struct Trail {
  Trail(Log& all, std::string called) : log(all), name(std::move(called)) {}
  Trail(const Trail&) = delete;
  Trail& operator=(const Trail&) = delete;
  ~Trail() { log.push_back(name + " ends"); }
  Log& log;
  std::string name;
};

Task<int> inner(Env& env, Log* log) {
  const Trail trail(*log, "inner");
  const Reply reply = co_await env.call(n1, Command("PING"), 1s);
  log->push_back("inner has " + reply.text);
  co_return 7;
}

Task<int> middle(Env& env, Log* log) {
  const Trail trail(*log, "middle");
  co_return 1 + co_await inner(env, log);
}

Task<> outer(Env& env, Log* log, int* result) {
  const Trail trail(*log, "outer");
  *result = co_await middle(env, log);
}

struct NestedTasks : testing::Test {
  test::EnvByHand env;
  Log log;
  int result = 0;
};

TEST_F(NestedTasks, DoNothingBeforeTheyAreStarted) {
  {
    const Task<> task = outer(env, &log, &result);
    EXPECT_FALSE(task.done());
  }
  EXPECT_THAT(log, IsEmpty());
}

TEST_F(NestedTasks, HandTheirResultsToTheOneThatAwaitsThem) {
  Task<> task = outer(env, &log, &result);
  task.start();
  EXPECT_FALSE(task.done());
  env.answer(Reply::status("PONG"));
  EXPECT_TRUE(task.done());
  EXPECT_EQ(result, 8);
  EXPECT_THAT(log, ElementsAre("inner has PONG", "inner ends", "middle ends", "outer ends"));
}

TEST_F(NestedTasks, DestroyedAtAnAwaitEndFromTheInsideAndWaitForNothingMore) {
  {
    Task<> task = outer(env, &log, &result);
    task.start();
    EXPECT_EQ(env.pending(), 1u);
  }
  EXPECT_EQ(env.pending(), 0u);
  EXPECT_EQ(result, 0);
  EXPECT_THAT(log, ElementsAre("inner ends", "middle ends", "outer ends"));
}

Task<int> seven() { co_return 7; }

Task<> without_a_client(int* result) { *result = co_await seven(); }

TEST(Task, MayBelongToNoClient) {
  int result = 0;
  Task<> task = without_a_client(&result);
  task.start();
  EXPECT_TRUE(task.done());
  EXPECT_EQ(result, 7);
}

TEST(FramePool, GivesTheFrameOfAFinishedTaskToTheNext) {
  if (FramePool::always_anew) return;
  FramePool pool;
  std::size_t bytes = 200;
  void* const first = pool.take(bytes);
  pool.give(first, bytes);
  std::size_t as_many = 193;  // rounds up to the same size
  EXPECT_EQ(pool.take(as_many), first);
  EXPECT_EQ(as_many, bytes);
  pool.give(first, as_many);
  std::size_t many = 5000;
  void* const large = pool.take(many);
  EXPECT_EQ(many, 5000u);
  pool.give(large, many);
}

TEST(FramePool, ASmallerTaskTakesTheMemoryOfALargerOneAndGivesItBackWhole) {
  if (FramePool::always_anew) return;
  FramePool pool;
  std::size_t large = 900;
  void* const memory = pool.take(large);
  pool.give(memory, large);
  std::size_t small = 300;
  EXPECT_EQ(pool.take(small), memory);
  EXPECT_EQ(small, large);
  pool.give(memory, small);
  std::size_t again = 900;
  EXPECT_EQ(pool.take(again), memory);
  pool.give(memory, again);
}

TEST(FramePool, ServesAllClientsThatShareIt) {
  FramePool pool;
  Log log;
  int result = 0;
  for (int round = 0; round < 3; ++round) {
    test::EnvByHand alice(&pool), bob(&pool);
    Task<> hers = outer(alice, &log, &result), his = outer(bob, &log, &result);
    hers.start();
    his.start();
    bob.answer(Reply::status("PONG"));
    EXPECT_TRUE(his.done());
    EXPECT_FALSE(hers.done());
  }
}

Task<> two_calls(Env& env, Log* log) {
  Call first = env.call(n1, Command("GET"), 1s);
  Call second = env.call(n1, Command("GET"), 1s);
  const Reply of_second = co_await second;
  const Reply of_first = co_await first;
  log->push_back(of_first.text + of_second.text);
}

TEST(Await, KeepsAReplyThatCameBeforeItWasAwaited) {
  test::EnvByHand env;
  Log log;
  Task<> task = two_calls(env, &log);
  task.start();
  EXPECT_EQ(env.pending(), 2u);
  env.answer(Reply::bulk("a"));
  env.answer(Reply::bulk("b"));
  EXPECT_THAT(log, ElementsAre("ab"));
}

Task<> stoppable(Env& env, StopSignal* stop, Log* log) {
  if (!co_await env.sleep(1s, stop)) log->push_back("sleep cancelled");
  const Reply reply = co_await env.call(n1, Command("GET"), 1s, stop);
  log->push_back(as_printed(reply));
  const Reply release = co_await env.call(n1, Command("DEL"), 1s);
  log->push_back(as_printed(release));
}

TEST(StopSignal, CancelsFromTheQueueAndNotInsideItself) {
  test::EnvByHand env;
  StopSignal stop(env);
  Log log;
  Task<> task = stoppable(env, &stop, &log);
  task.start();
  stop.raise();
  EXPECT_THAT(log, IsEmpty());
  env.deliver_cancelled();
  // An operation begun after the signal is cancelled at once if it got the signal; others continue.
  EXPECT_THAT(log, ElementsAre("sleep cancelled", "cancelled"));
  env.answer(Reply::number(1));
  EXPECT_THAT(log, ElementsAre("sleep cancelled", "cancelled", "(integer) 1"));
}

Task<> asleep(Env& env, StopSignal* stop) { co_await env.sleep(1s, stop); }

TEST(StopSignal, MayEndBeforeWhatItWasGivenTo) {
  test::EnvByHand env;
  auto stop = std::make_unique<StopSignal>(env);
  Task<> task = asleep(env, stop.get());
  task.start();
  stop.reset();
  env.pass(1s);
  EXPECT_TRUE(task.done());
}

}  // namespace
}  // namespace locklab
