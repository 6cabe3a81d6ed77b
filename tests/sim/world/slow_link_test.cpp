// A link whose messages take more or less long, by the seed.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

TEST(SlowLink, WithJitterTakesTheSameTimesWithTheSameSeed) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.clients[0].rounds = 40;
  scenario.jitter = 0ms;
  Fault slow = fault_at(FaultKind::slow, 0ms);
  slow.duration = 5ms;
  slow.jitter = 3ms;
  scenario.faults = {slow};
  const Trace trace = simulate(scenario);
  std::int64_t least = 1'000'000, most = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::sent || trace[i].node == resource_node) continue;
    for (std::size_t j = i; j < trace.size(); ++j) {
      if (trace[j].kind != EventKind::ran || trace[j].message != trace[i].message) continue;
      least = std::min(least, trace[j].at - trace[i].at);
      most = std::max(most, trace[j].at - trace[i].at);
      break;
    }
  }
  const std::int64_t usual = us(scenario.latency) + 5'000;
  EXPECT_GE(least, usual - 3'000);
  EXPECT_LE(most, usual + 3'000);
  EXPECT_GT(most - least, 3'000) << "it varies";
  EXPECT_EQ(simulate(scenario).hash(), trace.hash());
  scenario.seed = 2;
  EXPECT_NE(simulate(scenario).hash(), trace.hash());
}

}  // namespace
}  // namespace locklab::sim
