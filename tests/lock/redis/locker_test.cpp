// Lockers, for programs without coroutines, on a real redis-server.
#include "lock/redis/locker.h"

#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "lock/redis/blocking_client.h"
#include "lock/strategies/strategies.h"
#include "tests/support/golden_text.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

class ALocker : public testing::Test {
 protected:
  Endpoint server() {
    return *resolve("127.0.0.1", static_cast<std::uint16_t>(redis_.port()), why_);
  }
  std::unique_ptr<Locker> locker(const Strategy& strategy) {
    auto made = Locker::open(strategy, {server()}, {}, why_);
    EXPECT_TRUE(made) << why_;
    return made;
  }
  static LockConfig orders(const Strategy& strategy) {
    LockConfig lock = default_lock(strategy);
    lock.key = "orders";
    lock.ttl = 300ms;
    lock.retry_delay = 5ms;
    lock.retry_jitter = 5ms;
    return lock;
  }
  Reply ask(const Command& command) { return BlockingClient(server(), {}).call(command); }

  test::RealRedis redis_;
  std::string why_;
};

TEST_F(ALocker, HoldsFromTheGrantToTheEndOfTheGuard) {
  const auto lock = locker(strategy::set_px_lua);
  {
    const auto guard = lock->acquire(orders(strategy::set_px_lua), 1s, why_);
    ASSERT_TRUE(guard) << why_;
    EXPECT_EQ(ask(get("orders")).kind, Reply::Kind::text);
  }
  EXPECT_TRUE(ask(get("orders")).is_nil());
}

TEST_F(ALocker, LetsOnlyOneInAndSaysWhyNotTheOther) {
  const auto first = locker(strategy::set_px_lua);
  const auto second = locker(strategy::set_px_lua);
  LockConfig lock = orders(strategy::set_px_lua);
  lock.ttl = 10s;
  auto guard = first->acquire(lock, 1s, why_);
  ASSERT_TRUE(guard);
  EXPECT_FALSE(second->acquire(lock, 30ms, why_));
  EXPECT_THAT(why_, test::IsGolden());
  EXPECT_EQ(guard->release(), Released::released);
  EXPECT_TRUE(second->acquire(lock, 1s, why_));
}

TEST_F(ALocker, KeepsALeaseAliveThatIsShorterThanTheWork) {
  const auto lock = locker(strategy::watchdog);
  LockConfig long_enough = orders(strategy::watchdog);
  long_enough.ttl = 1s;
  auto guard = lock->acquire(long_enough, 1s, why_);
  ASSERT_TRUE(guard);
  const auto two_leases_later = std::chrono::steady_clock::now() + 2s;
  while (std::chrono::steady_clock::now() < two_leases_later && !guard->lost())
    ASSERT_EQ(ask(get("orders")).kind, Reply::Kind::text);
  EXPECT_FALSE(guard->lost());
  EXPECT_EQ(guard->release(), Released::released);
}

TEST_F(ALocker, SaysThatALeaseIsLost) {
  const auto lock = locker(strategy::watchdog);
  std::promise<void> lost;
  auto guard = lock->acquire(orders(strategy::watchdog), 1s, why_, [&] { lost.set_value(); });
  ASSERT_TRUE(guard);
  ask(del("orders"));
  ASSERT_EQ(lost.get_future().wait_for(10s), std::future_status::ready);
  EXPECT_TRUE(guard->lost());
  EXPECT_EQ(guard->release(), Released::not_owner);
}

TEST_F(ALocker, KeepsAWatchdogThatNobodyStoppedAfterItsGuardIsGone) {
  LockConfig lock = orders(strategy::watchdog);
  lock.period = 5ms;
  lock.renew = Renew::set;
  lock.stop_renewals = false;
  const auto holder = locker(strategy::watchdog);
  {
    auto guard = holder->acquire(lock, 1s, why_);
    ASSERT_TRUE(guard) << why_;
    EXPECT_EQ(guard->release(), Released::released);
  }
  // The watchdog sets the key again each time that someone deletes it.
  for (int i = 0; i < 2; ++i) {
    ask(del("orders"));
    while (ask(get("orders")).kind != Reply::Kind::text) std::this_thread::sleep_for(1ms);
  }
}

TEST_F(ALocker, GivesEachGrantAHigherFence) {
  const auto lock = locker(strategy::fenced);
  auto first = lock->acquire(orders(strategy::fenced), 1s, why_);
  ASSERT_TRUE(first) << why_;
  const std::int64_t fence = first->fence();
  first->release();
  const auto second = lock->acquire(orders(strategy::fenced), 1s, why_);
  ASSERT_TRUE(second);
  EXPECT_GT(second->fence(), fence);
}

TEST_F(ALocker, ServesThreadsThatWantDifferentLocks) {
  const auto lock = locker(strategy::watchdog);
  std::vector<std::future<bool>> all;
  for (int i = 0; i < 8; ++i)
    all.push_back(std::async(std::launch::async, [&, i] {
      std::string why;
      LockConfig mine = orders(strategy::watchdog);
      mine.key = "orders" + std::to_string(i);
      auto guard = lock->acquire(mine, 5s, why);
      return guard && guard->release() == Released::released;
    }));
  for (auto& one : all) EXPECT_TRUE(one.get());
}

TEST_F(ALocker, TellsOfAnAttemptThatEndsAtOnceThoughItsThreadWaitsForServers) {
  const auto lock = locker(strategy::set_px_lua);
  std::this_thread::sleep_for(50ms);  // long enough for its thread to begin waiting
  EXPECT_FALSE(lock->acquire(default_lock(strategy::set_px_lua), 1s, why_));
  EXPECT_THAT(why_, test::IsGolden());
}

TEST_F(ALocker, SaysWhatIsWrongAsAValue) {
  EXPECT_FALSE(Locker::open(strategy::redlock, {}, {}, why_));
  EXPECT_THAT(why_, test::IsGolden());
  EXPECT_FALSE(Locker::open(strategy::set_px_lua, {server(), server()}, {}, why_));
  EXPECT_THAT(why_, test::IsGolden());
}

}  // namespace
}  // namespace locklab::redis
