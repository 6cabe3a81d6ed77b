// A link with random latencies, drawn by the seed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/world/dice.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

TEST(Dice, DrawFromTheWholeRangeHoweverLong) {
  constexpr std::uint64_t two_hours = std::uint64_t{7'200} * 1'000'000;
  Dice dice(1);
  std::uint64_t most = 0;
  for (int i = 0; i < 100; ++i) most = std::max(most, dice.amount(two_hours, 0, "latency"));
  EXPECT_LE(most, two_hours);
  EXPECT_GT(most, two_hours / 4 * 3);
}

TEST(SlowLink, WithJitterTakesTheSameTimesWithTheSameSeed) {
  Scenario scenario =
      calm_world("set_px_lua", "clients=1, rounds=40", {"at 0ms slow all 5ms jitter 3ms"});
  const Trace trace = simulate(scenario);
  std::vector<std::int64_t> took;
  for (const Event& sent : events(trace, EventKind::sent))
    for (const Event& ran : events(trace, EventKind::ran))
      if (ran.message == sent.message && sent.node != resource_node)
        took.push_back(ran.at - sent.at);
  const auto [least, most] = std::minmax_element(took.begin(), took.end());
  ASSERT_NE(least, took.end());
  const std::int64_t usual = us(scenario.latency) + 5'000;
  EXPECT_GE(*least, usual - 3'000);
  EXPECT_LE(*most, usual + 3'000);
  EXPECT_GT(*most - *least, 3'000) << "it varies";
  EXPECT_EQ(simulate(scenario).hash(), trace.hash());
  scenario.seed = 2;
  EXPECT_NE(simulate(scenario).hash(), trace.hash());
}

}  // namespace
}  // namespace locklab::sim
