// The declarations of strategies, and how acquire uses them.
#include "lock/strategy.h"

#include <gmock/gmock.h>

#include <set>
#include <utility>

#include "tests/support/env_by_hand.h"
#include "tests/support/golden_text.h"

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

TEST(Switches, OneThatIsSetButNotReadIsFound) {
  for (const Strategy& strategy : strategies()) {
    EXPECT_EQ(unread_switch(strategy, default_lock(strategy)), nullptr) << strategy.id;
    EXPECT_EQ(unread_switch(strategy, LockConfig()), nullptr) << strategy.id;
    for (const Strategy& reader : strategies())
      for (const Switch& one : reader.switches) {
        LockConfig lock = default_lock(strategy);
        const bool is_word = one.type == SwitchType::choice || one.type == SwitchType::flag;
        one.set(lock, is_word ? 1 - one.value(lock) : one.least + 1000);
        const Switch* const unread = unread_switch(strategy, lock);
        EXPECT_EQ(unread == nullptr, strategy.reads(one.get)) << strategy.id << ' ' << one.name;
        EXPECT_EQ(unread ? unread->name : one.name, one.name);
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

TEST(Acquire, SaysAMistakeInTheLockAtOnce) {
  const std::pair<const char*, void (*)(LockConfig&)> mistakes[] = {
      {"no key", [](LockConfig& lock) { lock.key.clear(); }},
      {"no node", [](LockConfig& lock) { lock.nodes.clear(); }},
      {"too short", [](LockConfig& lock) { lock.ttl = 999us; }},
      {"several keys", [](LockConfig& lock) { lock.more_keys = {"stock"}; }},
      {"shared", [](LockConfig& lock) { lock.mode = Mode::shared; }},
      {"permits", [](LockConfig& lock) { lock.permits = 2; }},
      {"", [](LockConfig& lock) { lock.ttl = 1ms; }}};
  for (const auto& [name, change] : mistakes) {
    LockConfig lock = default_lock(*find_strategy("set_px_lua"));
    lock.key = "orders";
    change(lock);
    test::EnvByHand env;
    Task<Grant> task = acquire(env, *find_strategy("set_px_lua"), &lock, env.monotonic_now() + 1s);
    task.start();
    ASSERT_EQ(task.done(), *name != '\0') << name;  // without a request
    if (task.done()) {
      EXPECT_THAT(task.await_resume().why_not, test::IsGolden(name));
    }
  }
}

TEST(Acquire, AsksForNoMorePermitsThanThereAre) {
  Strategy semaphore = *find_strategy("set_px_lua");
  semaphore.traits = {Trait::counts_permits};
  LockConfig lock = default_lock(semaphore);
  lock.key = "orders";
  lock.permits = 2;
  EXPECT_THAT(mistake_in(semaphore, lock), test::IsGolden());
  lock.capacity = 2;
  EXPECT_EQ(mistake_in(semaphore, lock), "");
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

/// A wait for a change that ends with the reply to BLPOP.
Task<> the_next_reply(Env& env, Lock, Time deadline) {
  co_await env.call(NodeId{0}, Command("BLPOP"), deadline - env.monotonic_now());
}

/// An attempt that was refused and waits for a change.
struct AWaiter : testing::Test {
  AWaiter() {
    strategy.wait_for_change = the_next_reply;
    lock.key = "orders";
    task = acquire(env, strategy, &lock, env.monotonic_now() + 1s);
    task.start();
    env.answer(Reply::nil());
  }
  Strategy strategy = *find_strategy("set_px_del");
  LockConfig lock = default_lock(strategy);
  test::EnvByHand env;
  Task<Grant> task;
};

TEST_F(AWaiter, TriesAgainAfterAChangeAndDoesNotPoll) {
  env.pass(500ms);
  ASSERT_EQ(env.pending(), 1u);
  env.answer(Reply::bulk("changed"));
  env.answer(Reply::status("OK"));
  ASSERT_TRUE(task.done());
  EXPECT_TRUE(task.await_resume().granted);
}

TEST_F(AWaiter, WaitsNoLongerThanItsDeadline) {
  env.pass(1s);
  env.answer(Reply::unknown(Silence::timeout));
  env.answer(Reply::nil());  // the reply to a last attempt
  ASSERT_TRUE(task.done());
  EXPECT_THAT(task.await_resume().why_not, test::IsGolden());
}

}  // namespace
}  // namespace locklab
