#include "sim/trace/state/clock_states.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

ClockStates clocks_after(const Forged& forged) { return after<ClockStates>(forged); }

TEST(ClockStates, AJumpAndADriftAddUpAndWhatHasDriftedStays) {
  Forged f;
  f.at(10ms).node_clock(75ms).at(20ms).node_clock(75ms, 100'000).at(30ms).node_clock(5ms, 0);
  EXPECT_EQ(clocks_after(f).of(n1).ahead_us(50'000), 6'000);
  EXPECT_EQ(clocks_after(f).of(ClientId{0}).ahead_us(50'000), 0);
}

TEST(ClockStates, AClockThatRunsSlowFallsBehind) {
  Forged f;
  f.by("alice").at(0ms).client_clock(0ms, -500'000);
  EXPECT_EQ(clocks_after(f).of(ClientId{0}).ahead_us(10'000), -5'000);
}

TEST(ClockStates, NoDriftIsTooSmall) {
  for (const std::int64_t ppm : {-2, -1, 1}) {
    Forged f;
    f.by("alice").at(0ms).client_clock(0ms, ppm);
    EXPECT_EQ(clocks_after(f).of(ClientId{0}).ahead_us(1'000'000), ppm);
  }
}

TEST(ClockStates, AJumpIsTheDifferenceToTheOffsetBefore) {
  Forged f;
  f.at(10ms).node_clock(75ms);
  const ClockStates clocks = clocks_after(f);
  f.at(20ms).node_clock(5ms);
  EXPECT_EQ(clocks.jump(f.trace().back()), -70'000);
}

TEST(ClockStates, ExtremesOverflowNothing) {
  ClockStates clocks;
  for (const std::int64_t extreme : {INT64_MAX, INT64_MIN, INT64_MAX}) {
    const Event event{.at = extreme > 0 ? std::int64_t{1} << 60 : 0,
                      .value = extreme,
                      .extra = extreme,
                      .node = n1,
                      .kind = EventKind::node_clock};
    clocks.jump(event);
    clocks.on(event);
    clocks.of(n1).ahead_us(std::int64_t{1} << 61);
  }
}

}  // namespace
}  // namespace locklab::sim
