// A node that sleeps as DEBUG SLEEP makes it: it answers nobody for its time, and nobody can wake
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Event& only(const Trace& trace, EventKind kind) {
  EXPECT_EQ(count(trace, kind), 1u) << name(kind);
  return *first(trace, kind);
}

TEST(SleepingNode, AnswersNobodyForItsTime) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.node_timeout = 200ms;
  scenario.faults = {for_ms(on_node(FaultKind::sleep, 0ms), 40ms)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(only(trace, EventKind::node_stopped).detail, 1) << "it sleeps, and is not frozen";
  EXPECT_EQ(only(trace, EventKind::node_continued).at, 40'000);
  EXPECT_GE(first(trace, EventKind::ran)->at, 40'000);
}

TEST(SleepingNode, IsNotWokenByARestartButByItsDeath) {
  Scenario scenario = idle_world();
  scenario.faults = {for_ms(on_node(FaultKind::sleep, 5ms), 40ms),
                     on_node(FaultKind::restart, 10ms)};
  EXPECT_THAT(never_struck(scenario.faults, simulate(scenario)), ElementsAre(1));
  EXPECT_EQ(only(simulate(scenario), EventKind::node_continued).at, 45'000);

  scenario.faults = {for_ms(on_node(FaultKind::sleep, 5ms), 40ms), on_node(FaultKind::kill, 10ms),
                     on_node(FaultKind::restart, 15ms)};
  const Trace killed = simulate(scenario);
  EXPECT_THAT(never_struck(scenario.faults, killed), IsEmpty());
  EXPECT_EQ(count(killed, EventKind::node_continued), 0u);
  EXPECT_EQ(only(killed, EventKind::node_restarted).at, 15'000);
}

TEST(SleepingNode, ThatIsFrozenTooGoesOnWhenBothAreOver) {
  Scenario scenario = idle_world();
  scenario.faults = {for_ms(on_node(FaultKind::sleep, 5ms), 40ms),
                     for_ms(on_node(FaultKind::stop, 10ms), 10ms)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::node_continued), 2u);
  EXPECT_EQ(first(trace, EventKind::node_continued)->at, 20'000);
  EXPECT_EQ(first(trace, EventKind::node_continued)->standing, 1);
}

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
