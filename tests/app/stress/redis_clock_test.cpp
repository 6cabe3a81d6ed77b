// The offset of a server's clock, estimated from round trips with known delays.
#include "app/stress/servers/redis_clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <variant>
#include <vector>

#include "lock/redis/loop.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

TEST(RedisClock, TheQuickestRoundTripTellsAndHalfOfItIsTheError) {
  const std::vector<ClockTrip> trips{{1'000, 3'000, 502'000}, {4'000, 4'100, 504'050}};
  const ClockReading read = quickest(trips);
  EXPECT_EQ(read.ahead_us, 500'000);
  EXPECT_GE(read.error_us, 50);
  EXPECT_LE(read.error_us, 55);
}

TEST(RedisClock, TheTruthIsWithinTheErrorHoweverUnevenTheWays) {
  constexpr std::int64_t truth = -123'456;
  std::mt19937 random(1);
  for (int i = 0; i < 1'000; ++i) {
    std::vector<ClockTrip> trips;
    for (int k = 0; k < 5; ++k) {
      const auto asked = static_cast<std::int64_t>(random() % 1'000'000);
      const auto there = static_cast<std::int64_t>(random() % 500);
      const auto back = static_cast<std::int64_t>(random() % 3'000);
      trips.push_back({asked, asked + there + back, asked + there + truth});
    }
    const ClockReading read = quickest(trips);
    EXPECT_LE(std::abs(read.ahead_us - truth), read.error_us);
  }
}

TEST(RedisClock, BothReadingsAreCovered) {
  const ClockReading both = covering({1'000, 10}, {1'060, 20});
  EXPECT_LE(both.ahead_us - both.error_us, 990);
  EXPECT_GE(both.ahead_us + both.error_us, 1'080);
  EXPECT_LE(both.error_us, 46);
}

TEST(RedisClock, ARealServersClockIsThisMachines) {
  test::Servers servers;
  const auto read = read_clock(servers[0].endpoint(), {});
  ASSERT_TRUE(std::holds_alternative<ClockReading>(read));
  const ClockReading& clock = std::get<ClockReading>(read);
  const std::int64_t before_us = redis::Loop::now_us();
  const std::int64_t wall_us = std::chrono::duration_cast<std::chrono::microseconds>(
                                   std::chrono::system_clock::now().time_since_epoch())
                                   .count();
  const std::int64_t after_us = redis::Loop::now_us();
  constexpr std::int64_t rounded_us = 5;
  EXPECT_GE(wall_us, before_us + clock.ahead_us - clock.error_us - rounded_us);
  EXPECT_LE(wall_us, after_us + clock.ahead_us + clock.error_us + rounded_us);
  EXPECT_GT(clock.error_us, 0);
}

}  // namespace
}  // namespace locklab::app
