#include "sim/process/clock.h"

#include <gtest/gtest.h>

namespace locklab::sim {
namespace {

TEST(Clock, AJumpMovesTheWallAndNotTheMonotonicReading) {
  Clock clock;
  clock.jump(0, 5'000);
  EXPECT_EQ(clock.wall(1'000), 6'000);
  EXPECT_EQ(clock.monotonic(1'000), 1'000);
}

TEST(Clock, DriftCountsFromWhenItBegins) {
  Clock clock(0, 0);
  clock.drift(1'000'000, 10'000);  // 1 % fast from the first second on
  EXPECT_EQ(clock.monotonic(1'000'000), 1'000'000);
  EXPECT_EQ(clock.monotonic(2'000'000), 2'010'000);
  clock.drift(2'000'000, -10'000);
  EXPECT_EQ(clock.monotonic(3'000'000), 3'000'000);
}

TEST(Clock, WhenMonotonicIsTheFirstInstantThatReadsSoMuch) {
  for (const std::int64_t ppm : {-100'000, -333, -1, 0, 1, 7, 250, 100'000}) {
    Clock clock(123, ppm);
    clock.drift(777, ppm * 2);
    for (std::int64_t local = 800; local < 200'000; local += 997) {
      const std::int64_t world = clock.when_monotonic(local);
      EXPECT_GE(clock.monotonic(world), local) << ppm;
      EXPECT_LT(clock.monotonic(world - 1), local) << ppm;
      EXPECT_EQ(clock.when_wall(local + 123), world) << ppm;
    }
  }
}

}  // namespace
}  // namespace locklab::sim
