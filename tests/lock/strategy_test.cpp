// What strategies declare of themselves, and what acquire makes of it.
#include "lock/strategy.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/env_by_hand.h"

namespace locklab {
namespace {

TEST(Strategies, EachIsFoundByItsIdAndHasItsSource) {
  for (const Strategy& strategy : strategies()) {
    EXPECT_EQ(find_strategy(strategy.id), &strategy);
    EXPECT_EQ(strategy.file, "lock/strategies/" + std::string(strategy.id) + ".cpp");
    EXPECT_TRUE(strategy.acquire && strategy.release) << strategy.id;
  }
  EXPECT_EQ(strategies().size(), 16u);
  EXPECT_EQ(find_strategy("redlok"), nullptr);
}

TEST(Switches, EachSetsWhatItGets) {
  for (const Strategy& strategy : strategies()) {
    std::set<std::string_view> names;
    for (const Switch& one : strategy.switches) {
      SCOPED_TRACE(std::string(strategy.id) + " " + std::string(one.name));
      EXPECT_TRUE(names.insert(one.name).second);
      EXPECT_FALSE(one.meaning.empty());
      EXPECT_EQ(find_switch(strategy, one.name), &one);
      const std::int64_t other = one.type == SwitchType::choice || one.type == SwitchType::flag
                                     ? 1 - one.value(default_lock(strategy))
                                     : one.least + 1000;
      LockConfig lock = default_lock(strategy);
      one.set(lock, other);
      EXPECT_EQ(one.get(lock), other);
      EXPECT_NE(lock, default_lock(strategy));
      EXPECT_EQ(one.words.empty(), one.type != SwitchType::choice);
      EXPECT_EQ(one.name.ends_with("_ms"), one.type == SwitchType::duration);
    }
  }
}

TEST(Switches, ADefaultLiesWithinItsRange) {
  for (const Strategy& strategy : strategies()) {
    for (const Switch& one : strategy.switches) {
      if (one.type == SwitchType::choice || one.type == SwitchType::flag) continue;
      EXPECT_GE(one.value(default_lock(strategy)), one.least) << one.name;
      EXPECT_LE(one.value(default_lock(strategy)), one.most) << one.name;
    }
  }
}

TEST(Switches, OneThatIsNotSetFollowsFromOthers) {
  const Strategy& watchdog = *find_strategy("watchdog");
  LockConfig lock = default_lock(watchdog);
  lock.ttl = 90ms;
  const Switch& period = *find_switch(watchdog, "period_ms");
  EXPECT_EQ(period.get(lock), std::nullopt);
  EXPECT_EQ(period.value(lock), us(30ms));
  EXPECT_TRUE(watchdog.reads<&LockConfig::period>());
  EXPECT_FALSE(watchdog.reads<&LockConfig::order>());
}

TEST(Switches, RedlockGivesUpOnANodeSoonerThanTheOthers) {
  EXPECT_EQ(default_lock(*find_strategy("redlock")).node_timeout, 50ms);
  EXPECT_EQ(default_lock(*find_strategy("set_px_lua")).node_timeout, 200ms);
}

/// What acquire says at once, without asking a server.
std::string_view refusal(const LockConfig& lock) {
  test::EnvByHand env;
  Task<Grant> task = acquire(env, *find_strategy("set_px_lua"), &lock, env.monotonic_now() + 1s);
  task.start();
  return task.done() ? task.await_resume().why_not : "";
}

TEST(Acquire, SaysAMistakeInTheLockAtOnce) {
  LockConfig lock = default_lock(*find_strategy("set_px_lua"));
  EXPECT_THAT(refusal(lock), test::IsGolden());
  lock.key = "orders";
  lock.nodes.clear();
  EXPECT_THAT(refusal(lock), test::IsGolden());
  lock.nodes.push_back(NodeId{0});
  lock.ttl = 999us;
  EXPECT_THAT(refusal(lock), test::IsGolden());
  lock.ttl = 1ms;
  EXPECT_EQ(refusal(lock), "");
}

TEST(Acquire, ALockIsNotAskedForWhatItDoesNotKnow) {
  LockConfig lock = default_lock(*find_strategy("set_px_lua"));
  lock.key = "orders";
  LockConfig several = lock;
  several.more_keys = {"stock"};
  EXPECT_THAT(refusal(several), test::IsGolden());
  LockConfig shared = lock;
  shared.mode = Mode::shared;
  EXPECT_THAT(refusal(shared), test::IsGolden());
  LockConfig counted = lock;
  counted.permits = 2;
  EXPECT_THAT(refusal(counted), test::IsGolden());
  Strategy semaphore = *find_strategy("set_px_lua");
  semaphore.traits = {Trait::counts_permits};
  EXPECT_THAT(mistake_in(semaphore, counted), test::IsGolden());
  counted.capacity = 2;
  EXPECT_EQ(mistake_in(semaphore, counted), "");
}

TEST(Env, AnOwnerIsTheSameInAllAcquisitionsOfOneThread) {
  test::EnvByHand env;
  const std::string owner = env.owner(1);
  const Token next = env.random_token();
  EXPECT_EQ(env.owner(1), owner);
  EXPECT_NE(env.owner(2), owner);
  EXPECT_EQ(env.owner(2).substr(0, 32), owner.substr(0, 32));
  EXPECT_EQ(owner.size(), 34u);
  EXPECT_EQ(next.acquisition, 2u) << "it is drawn once";
}

/// A lock whose server says when another attempt is worth making: here at the next reply.
Task<> the_next_reply(Env& env, Lock, Time deadline) {
  co_await env.call(NodeId{0}, Command("BLPOP"), deadline - env.monotonic_now());
}

TEST(Acquire, WaitsForAChangeInPlaceOfPollingWhereTheStrategyCan) {
  Strategy strategy = *find_strategy("set_px_del");
  strategy.wait_for_change = the_next_reply;
  LockConfig lock = default_lock(strategy);
  lock.key = "orders";
  test::EnvByHand env;
  Task<Grant> task = acquire(env, strategy, &lock, env.monotonic_now() + 1s);
  task.start();
  env.answer(Reply::nil());
  env.pass(500ms);  // it does not poll
  ASSERT_EQ(env.pending(), 1u);
  env.answer(Reply::bulk("changed"));
  env.answer(Reply::status("OK"));
  ASSERT_TRUE(task.done());
  EXPECT_TRUE(task.await_resume().granted);
}

TEST(Acquire, WaitsForAChangeNoLongerThanItsDeadline) {
  Strategy strategy = *find_strategy("set_px_del");
  strategy.wait_for_change = the_next_reply;
  LockConfig lock = default_lock(strategy);
  lock.key = "orders";
  test::EnvByHand env;
  Task<Grant> task = acquire(env, strategy, &lock, env.monotonic_now() + 1s);
  task.start();
  env.answer(Reply::nil());
  env.pass(1s);
  env.answer(Reply::unknown("timeout"));
  env.answer(Reply::nil());  // a last attempt
  ASSERT_TRUE(task.done());
  EXPECT_THAT(task.await_resume().why_not, test::IsGolden());
}

}  // namespace
}  // namespace locklab
