// Renewals: their period, their commands, their reaction to a lost key, and what ends them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lock/scripts.h"
#include "lock/strategy.h"
#include "tests/support/env_by_hand.h"
#include "tests/support/golden_text.h"

namespace locklab {
namespace {

using testing::HasSubstr;

/// A client that holds a lock with a lease of 90 ms, renewed every 30 ms.
struct AHold {
  explicit AHold(const char* id, LockConfig changed = {}) : strategy(*find_strategy(id)) {
    lock = std::move(changed);
    lock.key = "orders";
    lock.ttl = 90ms;
    lock.period = 30ms;
    lock.order = Order::parallel;
    Task<Grant> claim = strategy.acquire(env, &lock, env.random_token());
    claim.start();
    answer(Reply::status("OK"));
    Grant grant = claim.await_resume();
    EXPECT_TRUE(grant.granted);
    held = std::move(grant.held);
  }
  /// Replies the same from every node.
  void answer(const Reply& reply) {
    for (std::size_t i = 0; i < lock.nodes.size(); ++i) env.answer(reply);
  }
  /// Lets a period pass, then replies the same from every node.
  void renewal(const Reply& reply) {
    env.pass(30ms);
    answer(reply);
  }
  void release() {
    Task<Released> task = locklab::release(env, strategy, &lock, std::move(held));
    task.start();
    answer(Reply::number(1));
    EXPECT_TRUE(task.done());
  }
  bool lost() const { return held.keeper->lost.raised(); }

  test::EnvByHand env;
  const Strategy& strategy;
  LockConfig lock;
  Held held;
};

LockConfig on_five_nodes(Extend extend) {
  LockConfig lock;
  lock.extend = extend;
  lock.nodes.clear();
  for (std::uint16_t n = 0; n < 5; ++n) lock.nodes.push_back(NodeId{n});
  return lock;
}

const Reply prolonged = Reply::number(1);
const Reply gone = Reply::number(0);
const Reply healed = Reply::number(2);

TEST(Renewals, EndAtTheirLimit) {
  AHold hold("watchdog", {.max_renewals = 2});
  hold.renewal(prolonged);
  hold.renewal(prolonged);
  EXPECT_EQ(hold.env.pending(), 1u) << "only the end of the lease is waited for";
  hold.env.pass(89ms);
  EXPECT_FALSE(hold.lost());
  hold.env.pass(1ms);
  EXPECT_TRUE(hold.lost());
  EXPECT_EQ(hold.env.sent().size(), 3u);
}

TEST(Renewals, OfAMajorityEndAtTheirLimitToo) {
  LockConfig lock = on_five_nodes(Extend::heal);
  lock.max_renewals = 1;
  AHold hold("redlock", lock);
  hold.renewal(prolonged);
  hold.env.pass(90ms);
  EXPECT_TRUE(hold.lost());
  EXPECT_EQ(hold.env.sent().size(), 10u);
}

TEST(Renewals, ThatSetTheKeyAnewTakeItFromAnybody) {
  AHold hold("watchdog", {.renew = Renew::set});
  hold.renewal(Reply::status("OK"));
  EXPECT_EQ(hold.env.sent().back(), "SET orders " + std::string(hold.held.token.text()) + " PX 90");
  hold.env.pass(85ms);
  EXPECT_FALSE(hold.lost()) << "OK counts as a renewal";
}

TEST(Extension, HealsANodeThatLostTheKeyWithoutCountingItsVote) {
  AHold hold("redlock", on_five_nodes(Extend::heal));
  hold.env.pass(30ms);
  EXPECT_THAT(hold.env.sent().back(),
              HasSubstr(std::string(scripts::extend_if_owner_or_absent.sha1)));
  for (const Reply& reply : {healed, healed, prolonged, prolonged, prolonged})
    hold.env.answer(reply);
  EXPECT_EQ(hold.env.told().size(), 1u) << "three votes renew it";
  hold.env.pass(30ms);
  for (const Reply& reply : {healed, healed, healed, prolonged, prolonged}) hold.env.answer(reply);
  EXPECT_EQ(hold.env.told().size(), 1u) << "two votes do not";
  EXPECT_FALSE(hold.lost()) << "nor does anybody say that it is gone";
}

TEST(Extension, OfWhatIsOwnedNeverPutsTheKeyBack) {
  AHold hold("redlock", on_five_nodes(Extend::owned));
  hold.env.pass(30ms);
  EXPECT_THAT(hold.env.sent().back(), HasSubstr(std::string(scripts::renew_if_owner.sha1)));
  for (const Reply& reply : {gone, gone, prolonged, prolonged, prolonged}) hold.env.answer(reply);
  EXPECT_FALSE(hold.lost()) << "three of five still have it";
  hold.env.pass(30ms);
  for (const Reply& reply : {gone, gone, gone, prolonged, prolonged}) hold.env.answer(reply);
  EXPECT_TRUE(hold.lost());
  EXPECT_THAT(hold.env.told().back(), test::IsGolden());
}

TEST(Release, StopsTheWatchdog) {
  AHold hold("watchdog");
  hold.renewal(prolonged);
  hold.release();
  EXPECT_EQ(hold.env.pending(), 0u);
}

TEST(Release, LeavesAWatchdogRunningThatNobodyStops) {
  AHold hold("watchdog", {.renew = Renew::expire, .stop_renewals = false});
  hold.renewal(prolonged);
  hold.release();
  const std::size_t told = hold.env.told().size();
  for (int i = 0; i < 3; ++i) {
    hold.renewal(prolonged);  // another client's key
    EXPECT_EQ(hold.env.sent().back(), "PEXPIRE orders 90");
  }
  hold.renewal(gone);
  EXPECT_EQ(hold.env.pending(), 0u) << "it ends once there is nothing to renew";
  EXPECT_EQ(hold.env.told().size(), told) << "and says nothing of all that";
}

TEST(Release, LeavesAWatchdogThatNobodyStopsItsLimit) {
  AHold hold("watchdog", {.renew = Renew::expire, .max_renewals = 3, .stop_renewals = false});
  hold.renewal(prolonged);
  hold.release();
  hold.renewal(prolonged);
  EXPECT_EQ(hold.env.pending(), 1u);
  hold.renewal(prolonged);  // the third renewal of this hold
  EXPECT_EQ(hold.env.pending(), 0u);
}

TEST(Release, LeavesAWatchdogRunningOnlyWhereOneRan) {
  AHold leased("watchdog", {.lease = 90ms, .stop_renewals = false});
  leased.release();
  EXPECT_EQ(leased.env.pending(), 0u);

  AHold limited("watchdog", {.max_renewals = 1, .stop_renewals = false});
  limited.renewal(prolonged);
  limited.release();
  EXPECT_EQ(limited.env.pending(), 0u);

  AHold robbed("watchdog", {.stop_renewals = false});
  robbed.renewal(gone);
  robbed.release();
  EXPECT_EQ(robbed.env.pending(), 0u);
}

TEST(Release, ByAClientThatNeverHeldLeavesNothingRunning) {
  test::EnvByHand env;
  const Strategy& watchdog = *find_strategy("watchdog");
  LockConfig lock;
  lock.key = "orders";
  lock.stop_renewals = false;
  Held never;
  never.token = env.random_token();
  Task<Released> task = release(env, watchdog, &lock, std::move(never));
  task.start();
  env.answer(gone);
  EXPECT_TRUE(task.done());
  EXPECT_EQ(env.pending(), 0u);
}

TEST(Watchdog, StopsRenewingWhenItsKeeperEnds) {
  AHold hold("watchdog");
  EXPECT_EQ(hold.env.pending(), 2u);  // the next renewal, and the end of the lease
  hold.renewal(prolonged);
  hold.env.pass(70ms);
  EXPECT_FALSE(hold.lost());
  hold.held.keeper.reset();
  EXPECT_EQ(hold.env.pending(), 0u);
  hold.env.pass(10s);
  EXPECT_THAT(hold.env.told(), testing::Each(testing::Not(testing::StartsWith("lost"))));
}

TEST(Watchdog, ThatNobodyStopsEndsWithItsClient) {
  auto hold = std::make_unique<AHold>("watchdog", LockConfig{.stop_renewals = false});
  hold->release();
  EXPECT_EQ(hold->env.pending(), 1u);
  hold.reset();  // destroys the client while the watchdog sleeps
}

}  // namespace
}  // namespace locklab
