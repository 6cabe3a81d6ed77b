// The end of a lease by the clock of a server that was set, drifts, or both.
#include "app/live/servers/wall_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace locklab::app {
namespace {

using testing::Pair;

sim::Event clock_set(std::int64_t from, std::int64_t at, std::int64_t offset_us,
                     std::int64_t ppm = 0) {
  return {.at = at,
          .value = offset_us,
          .extra = ppm,
          .since_us = static_cast<std::uint32_t>(at - from),
          .node = NodeId{0},
          .kind = sim::EventKind::node_clock};
}

TEST(WallClock, IsRightUntilSomebodySetsIt) {
  const WallClock clock;
  EXPECT_THAT(clock.readings(10, 20), Pair(10, 20));
  EXPECT_EQ(clock.may_reach(120, 10), 120);
  EXPECT_EQ(clock.must_reach(120), 120);
  EXPECT_EQ(clock.may_reach(5, 10), 10) << "no lease ends before it is given";
}

TEST(WallClock, SetForwardItEndsALeaseAsItIsSet) {
  WallClock clock;
  clock.on(clock_set(100, 102, 1'000));
  EXPECT_EQ(clock.may_reach(500, 10), 100);
  EXPECT_EQ(clock.must_reach(500), 102);
  EXPECT_EQ(clock.may_reach(1'500, 10), 500) << "what is left of it is shorter";
  EXPECT_EQ(clock.must_reach(1'500), 500);
}

TEST(WallClock, SetBackItEndsALeaseLater) {
  WallClock clock;
  clock.on(clock_set(100, 102, -1'000));
  EXPECT_EQ(clock.may_reach(500, 110), 1'500);
  EXPECT_EQ(clock.must_reach(500), 1'500);
  EXPECT_EQ(clock.may_reach(101, 10), 101) << "it may not have been set yet";
}

TEST(WallClock, MayReadAsBeforeOrAsAfterWhileItIsSet) {
  WallClock clock;
  clock.on(clock_set(100, 102, 1'000));
  EXPECT_THAT(clock.readings(50, 60), Pair(50, 60));
  EXPECT_THAT(clock.readings(90, 101), Pair(90, 1'101));
  EXPECT_THAT(clock.readings(101, 101), Pair(101, 1'101));
  EXPECT_THAT(clock.readings(103, 110), Pair(1'103, 1'110));
}

TEST(WallClock, KnowsTheReadingsOfEachTimeBetweenChanges) {
  WallClock clock;
  clock.on(clock_set(100, 100, 1'000));
  clock.on(clock_set(200, 200, -300));
  clock.on(clock_set(300, 300, 0));
  EXPECT_THAT(clock.readings(150, 250), Pair(-100, 1'200));
  EXPECT_THAT(clock.readings(50, 60), Pair(50, 60));
  EXPECT_THAT(clock.readings(350, 360), Pair(350, 360));
  EXPECT_EQ(clock.may_reach(1'150, 10), 150) << "it may be over before the clock is set back";
  EXPECT_EQ(clock.must_reach(1'150), 1'150);
}

TEST(WallClock, NoDriftIsTooSmall) {
  for (const std::int64_t ppm : {-1, 1}) {
    WallClock clock;
    clock.on(clock_set(0, 0, 0, ppm));
    EXPECT_THAT(clock.readings(1'000'000, 1'000'000), Pair(1'000'000 + ppm, 1'000'000 + ppm));
  }
}

TEST(WallClock, ThatDriftsIsFastOrSlowFromThenOn) {
  WallClock clock;
  clock.on(clock_set(1'000, 1'000, 0, 100'000));
  EXPECT_EQ(clock.may_reach(2'100, 0), 2'000);
  EXPECT_EQ(clock.must_reach(2'100), 2'000);
  clock.on(clock_set(2'000, 2'000, 0, 0));
  EXPECT_EQ(clock.must_reach(3'100), 3'000) << "what it has drifted stays";
  clock.on(clock_set(2'000, 2'000, 50, -500'000));
  EXPECT_EQ(clock.must_reach(3'150), 4'000);
}

}  // namespace
}  // namespace locklab::app
