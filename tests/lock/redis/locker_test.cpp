// Lockers, for programs without coroutines, on a real redis-server.
#include "lock/redis/locker.h"

#include <gmock/gmock.h>

#include <chrono>
#include <future>
#include <thread>

#include "lock/redis/blocking_client.h"
#include "lock/redis/mutex.h"
#include "lock/strategies/strategies.h"
#include "tests/support/golden_text.h"
#include "tests/support/real_redis.h"
#include "tests/support/wait_for.h"

namespace locklab::redis {
namespace {

using testing::HasSubstr;
using testing::Not;

class ALocker : public testing::Test {
 protected:
  Endpoint at_port(int port) {
    return *resolve("127.0.0.1", static_cast<std::uint16_t>(port), why_);
  }
  Endpoint server() { return at_port(redis_.port()); }
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

TEST_F(ALocker, MayEndBeforeItsGuards) {
  for (const bool guard_first : {true, false}) {
    auto lock = locker(strategy::watchdog);
    LockConfig config = orders(strategy::watchdog);
    config.ttl = 10s;
    auto guard = lock->acquire(config, 1s, why_);
    config.key = "stock";
    auto other = lock->acquire(config, 1s, why_);
    ASSERT_TRUE(guard && other) << why_;
    if (guard_first) guard.reset();
    lock.reset();
    EXPECT_FALSE(other->lost());
    EXPECT_GT(*other->remaining(), 0ms);
    EXPECT_EQ(other->release(), Released::released);
    other.reset();
    guard.reset();
    EXPECT_TRUE(ask(get("orders")).is_nil());
    EXPECT_TRUE(ask(get("stock")).is_nil());
  }
}

TEST_F(ALocker, TellsAGuardThatOutlivesItOfALostLease) {
  std::promise<void> lost;
  auto lock = locker(strategy::watchdog);
  const auto guard = lock->acquire(orders(strategy::watchdog), 1s, why_, [&] { lost.set_value(); });
  ASSERT_TRUE(guard);
  lock.reset();
  ask(del("orders"));
  ASSERT_EQ(lost.get_future().wait_for(10s), std::future_status::ready);
  EXPECT_TRUE(guard->lost());
}

TEST_F(ALocker, SaysWhichServerRefusesTheLogin) {
  ask(Command("CONFIG").add("SET").add("requirepass").add("right-password"));
  const std::string address = server().text();
  for (const auto& [password, code] : {std::pair("", "NOAUTH"), {"wrong-password", "WRONGPASS"}}) {
    EXPECT_FALSE(Locker::open(strategy::redlock, {at_port(1), server()}, {"", password}, why_));
    EXPECT_THAT(why_, testing::StartsWith(address + ": " + code + ' '));
    EXPECT_THAT(why_, Not(HasSubstr("wrong-password")));
  }
  const auto lock = Locker::open(strategy::set_px_lua, {server()}, {"", "right-password"}, why_);
  ASSERT_TRUE(lock) << why_;
  EXPECT_TRUE(lock->acquire(orders(strategy::set_px_lua), 1s, why_)) << why_;
}

TEST_F(ALocker, RefusesAPasswordThatItsServerDoesNotKnow) {
  EXPECT_FALSE(Locker::open(strategy::set_px_lua, {server()}, {"", "secret-word"}, why_));
  EXPECT_THAT(why_, HasSubstr(server().text()));
  EXPECT_THAT(why_, Not(HasSubstr("secret-word")));
}

TEST_F(ALocker, NamesTheServersThatFailedAndTheirReasons) {
  LockConfig lock = orders(strategy::redlock);
  lock.retry_count = 1;
  const std::vector<Endpoint> servers{at_port(1), server(), at_port(2)};
  const auto most_are_dead = Locker::open(strategy::redlock, servers, {}, why_);
  ASSERT_TRUE(most_are_dead) << why_;
  EXPECT_FALSE(most_are_dead->acquire(lock, 1s, why_));
  EXPECT_THAT(why_, test::IsGolden());  // without the live server
}

TEST_F(ALocker, QuotesTheErrorOfItsServer) {
  const auto lock = locker(strategy::set_px_lua);
  const auto refused_with = [&](std::string_view code) {
    EXPECT_FALSE(lock->acquire(orders(strategy::set_px_lua), 20ms, why_));
    EXPECT_THAT(why_, HasSubstr("(" + server().text() + ": " + std::string(code) + ' '));
  };
  ask(Command("CONFIG").add("SET").add("maxmemory").add("1"));
  refused_with("OOM");
  ask(Command("CONFIG").add("SET").add("maxmemory").add("0"));
  ask(Command("REPLICAOF").add("127.0.0.1").add("1"));
  refused_with("READONLY");
  ask(Command("REPLICAOF").add("NO").add("ONE"));
  ask(Command("ACL").add("SETUSER").add("default").add("-set"));
  refused_with("NOPERM");
  ask(Command("ACL").add("SETUSER").add("default").add("+set"));
  ask(Command("LPUSH").add("orders").add("x"));
  EXPECT_FALSE(lock->acquire(orders(strategy::set_px_lua), 20ms, why_));
  EXPECT_THAT(why_, Not(HasSubstr(server().text()))) << "taken is no failure of a server";
}

TEST_F(ALocker, MeasuresWhatIsLeftOfALease) {
  for (const Strategy* strategy : {&strategy::watchdog, &strategy::getset_timestamp}) {
    const auto lock = locker(*strategy);
    LockConfig config = orders(*strategy);
    config.ttl = 10s;
    config.key = strategy->id;
    const auto asked = std::chrono::steady_clock::now();
    auto guard = lock->acquire(config, 1s, why_);
    ASSERT_TRUE(guard) << why_;
    EXPECT_LE(*guard->remaining(), 10s);
    const auto left = *guard->remaining();
    constexpr auto allowance = 500ms;  // a strategy may deduct a margin
    EXPECT_GT(left + (std::chrono::steady_clock::now() - asked), 10s - allowance);
    guard->release();
    EXPECT_EQ(guard->remaining(), std::nullopt);
  }
  const auto lock = locker(strategy::watchdog);
  LockConfig without_renewals = orders(strategy::watchdog);
  without_renewals.lease = 20ms;
  const auto guard = lock->acquire(without_renewals, 1s, why_);
  ASSERT_TRUE(guard) << why_;
  ASSERT_TRUE(test::wait_for([&] { return guard->lost(); }));
  EXPECT_EQ(guard->remaining(), 0ms);
  const auto untracked = locker(strategy::set_px_lua);
  EXPECT_EQ(untracked->acquire(orders(strategy::set_px_lua), 1s, why_)->remaining(), std::nullopt);
}

TEST_F(ALocker, ReleasesOnceAndThenNothing) {
  const auto lock = locker(strategy::fenced);
  auto guard = lock->acquire(orders(strategy::fenced), 1s, why_);
  ASSERT_TRUE(guard) << why_;
  EXPECT_EQ(guard->release(), Released::released);
  EXPECT_EQ(guard->release(), Released::nothing);
  EXPECT_EQ(guard->fence(), -1);
  EXPECT_TRUE(guard->lost());
}

TEST_F(ALocker, RefusesASwitchThatItsStrategyDoesNotRead) {
  LockConfig lock = orders(strategy::watchdog);
  lock.order = Order::parallel;
  EXPECT_FALSE(locker(strategy::watchdog)->acquire(lock, 1s, why_));
  EXPECT_THAT(why_, test::IsGolden());
}

using AMutex = ALocker;

TEST_F(AMutex, LetsOneThreadAtATimeInThoughAllShareIt) {
  const auto lock = locker(strategy::set_px_lua);
  LockConfig config = orders(strategy::set_px_lua);
  config.ttl = 30s;
  Mutex mutex(*lock, config, 30s);
  int counted = 0;
  std::vector<std::future<void>> all;
  for (int i = 0; i < 4; ++i)
    all.push_back(std::async(std::launch::async, [&] {
      for (int n = 0; n < 25; ++n) {
        const std::lock_guard guard(mutex);
        ++counted;
      }
    }));
  for (auto& one : all) one.get();
  EXPECT_EQ(counted, 100);
  EXPECT_TRUE(ask(get("orders")).is_nil());
}

TEST_F(AMutex, CanBeLockedWithOthersInAnyOrder) {
  const auto lock = locker(strategy::set_px_lua);
  LockConfig config = orders(strategy::set_px_lua);
  config.ttl = 30s;
  Mutex first(*lock, config, 30s);
  config.key = "stock";
  Mutex second(*lock, config, 30s);
  const auto take_both = [](Mutex& one, Mutex& other) {
    for (int n = 0; n < 10; ++n) const std::scoped_lock both(one, other);
  };
  auto there = std::async(std::launch::async, take_both, std::ref(first), std::ref(second));
  take_both(second, first);
  there.get();
}

TEST_F(AMutex, SaysWhyItIsNotLocked) {
  const auto lock = locker(strategy::set_px_lua);
  LockConfig config = orders(strategy::set_px_lua);
  config.ttl = 30s;
  Mutex mutex(*lock, config, 20ms);
  ask(Command("SET").add("orders").add("a stranger's"));
  EXPECT_FALSE(mutex.try_lock());
  EXPECT_FALSE(std::unique_lock(mutex, 5ms));
  try {
    mutex.lock();
    ADD_FAILURE() << "two hold it";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), name(Refusal::taken).data());
  }
  ask(del("orders"));
  const std::unique_lock held(mutex);
  EXPECT_FALSE(mutex.guard().lost());
  EXPECT_FALSE(std::async(std::launch::async, [&] { return mutex.try_lock(); }).get());
}

}  // namespace
}  // namespace locklab::redis
