// A node that has died waits before it answers again, by its own clock: longer than any lease, so
// that it forgets none.
#include <gtest/gtest.h>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

/// n1 dies at 10 ms; a process would be there again at 30 ms, and waits for 100 ms after the death.
Scenario delayed() {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 400ms;
  scenario.nodes[0].restart_delay = 100ms;
  scenario.clients[0].work = 1s;  // so that the run goes on
  scenario.clients[0].touch = false;
  scenario.faults = {on_node(FaultKind::kill, 10ms)};
  scenario.faults[0].restart_after = 20ms;
  return scenario;
}

std::int64_t back_at(const Scenario& scenario) {
  const Trace trace = simulate(scenario);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::node_restarted && trace[i].standing == 0) return trace[i].at;
  return -1;
}

TEST(RestartDelay, CountsFromTheDeath) { EXPECT_EQ(back_at(delayed()), 110'000); }

TEST(RestartDelay, IsOverAtOnceIfTheNodeWasDeadForLonger) {
  Scenario scenario = delayed();
  scenario.faults[0].restart_after = 150ms;
  EXPECT_EQ(back_at(scenario), 160'000);
}

TEST(RestartDelay, IsToldByTheNodesOwnClock) {
  Scenario fast = delayed();
  fast.nodes[0].drift_ppm = 250'000;
  EXPECT_EQ(back_at(fast), 90'000);
  Scenario jumps = delayed();
  jumps.faults.push_back(on_node(FaultKind::jump, 50ms));
  jumps.faults.back().amount = 40ms;
  EXPECT_EQ(back_at(jumps), 70'000);
  jumps.nodes[0].monotonic_expiry = true;
  EXPECT_EQ(back_at(jumps), 110'000) << "a clock that cannot jump";
}

TEST(RestartDelay, BeginsAnewWithTheNextDeathButNotWithAKillOfTheDead) {
  Scenario scenario = delayed();
  scenario.faults.push_back(on_node(FaultKind::kill, 60ms));
  scenario.faults.back().restart_after = 10ms;
  EXPECT_EQ(back_at(scenario), 110'000);
  scenario.faults.back().trigger.at = 120ms;
  const Trace trace = simulate(scenario);
  ASSERT_EQ(count(trace, EventKind::node_restarted), 2u);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::node_restarted && trace[i].at > 110'000) {
      EXPECT_EQ(trace[i].at, 220'000);
    }
}

TEST(RestartDelay, IsNoneIfNoneIsAskedFor_WhereverTheClockJumps) {
  Scenario scenario = delayed();
  scenario.nodes[0].restart_delay = 0ms;
  scenario.faults.push_back(on_node(FaultKind::jump, 20ms));
  scenario.faults.back().amount = -100ms;
  EXPECT_EQ(back_at(scenario), 30'000);
}

TEST(RestartDelay, TellsOfAKillThatIsOver_WhenTheNextKeepsTheNodeDead) {
  Scenario scenario = delayed();
  scenario.faults.push_back(on_node(FaultKind::kill, 60ms));
  scenario.faults.back().restart_after = 100ms;
  const Trace trace = simulate(scenario);
  EXPECT_EQ(broken_rule(scenario, trace), std::nullopt);
  std::vector<const Event*> ends;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::node_restarted) ends.push_back(&trace[i]);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0]->at, 60'000);
  EXPECT_EQ(ends[0]->fault, token_of(0));
  EXPECT_EQ(ends[0]->standing, 1);
  EXPECT_EQ(ends[1]->at, 160'000);
  EXPECT_EQ(ends[1]->fault, token_of(1));
  EXPECT_EQ(ends[1]->standing, 0);
}

}  // namespace
}  // namespace locklab::sim
