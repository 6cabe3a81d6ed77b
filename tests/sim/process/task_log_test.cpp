// The fingerprint of a client's tasks: equal if the tasks received the same inputs, and different
// after any other input.
#include "sim/process/task_log.h"

#include <gtest/gtest.h>

#include "lock/grant.h"
#include "lock/task.h"
#include "sim/explore/searched_world.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/env_by_hand.h"

namespace locklab::sim {
namespace {

constexpr NodeId n1{0};

Task<std::vector<Reply>> ask_twice(Env& env) {
  Call first = env.call(n1, Command("GET"), 1s);
  Call second = env.call(n1, Command("GET"), 1s);
  std::vector<Reply> replies;
  replies.push_back(co_await second);
  replies.push_back(co_await first);
  co_return replies;
}

Task<> asks_and_sleeps(Env& env) {
  co_await ask_twice(env);
  co_await env.sleep(1s);
}

/// A client with an observed task, after these replies.
struct Watched {
  explicit Watched(std::vector<Reply> replies) {
    env.observe_tasks(log);
    task = asks_and_sleeps(env);
    task.start();
    for (Reply& reply : replies) env.answer(std::move(reply));
  }
  std::uint64_t print() const {
    Fingerprint print;
    log.fingerprint(print);
    return print.value();
  }
  TaskLog log;
  test::EnvByHand env;
  Task<> task;
};

TEST(TaskLog, IsTheSameForTasksThatWereGivenTheSame) {
  EXPECT_EQ(Watched({}).print(), Watched({}).print());
  const auto replies = [] { return std::vector{Reply::number(1), Reply::number(2)}; };
  EXPECT_EQ(Watched(replies()).print(), Watched(replies()).print());
}

TEST(TaskLog, TellsAReplyThatIsNotYetAwaited) {
  EXPECT_NE(Watched({}).print(), Watched({Reply::number(1)}).print());
  EXPECT_NE(Watched({Reply::number(1)}).print(), Watched({Reply::number(2)}).print());
}

TEST(TaskLog, KeepsOfAFinishedTaskOnlyItsResult) {
  const Watched one({Reply::number(1), Reply::number(2)});
  const Watched other({Reply::number(1), Reply::number(3)});
  EXPECT_NE(one.print(), other.print());
  Watched finished({Reply::number(1), Reply::number(2)});
  finished.env.pass(1s);
  ASSERT_TRUE(finished.task.done());
  finished.task = Task<>();
  EXPECT_EQ(finished.print(), Fingerprint().value());
}

Task<> pings(Env& env) { co_await env.call(n1, Command("PING"), 1s); }

TEST(TaskLog, OfAWorldThatIsGoneIsToldOfNothingThatComesAfter) {
  // A live run follows a search on the same thread: its tasks belong to a client that nobody
  // observes, and must not use a log that was destroyed with its world.
  const SearchSpec spec = spec_for(ask("set_px_lua", "", Property::mutual_exclusion));
  {
    GuidedChoice usual;
    SearchedWorld searched(spec.run.scenario, usual);
    for (int steps = 0; steps < 5 && searched.world.step(); ++steps) searched.judge();
  }
  test::EnvByHand env;
  EXPECT_EQ(env.observer(), nullptr);
  Task<> task = pings(env);
  task.start();
  env.answer(Reply::status("PONG"));
  EXPECT_TRUE(task.done());
}

}  // namespace
}  // namespace locklab::sim
