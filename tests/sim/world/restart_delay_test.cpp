// A node that has died waits before it answers again, by its own clock: longer than any lease, so
// that it forgets none.
#include <gtest/gtest.h>

#include "sim/check/check.h"
#include "tests/support/faults.h"

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
  const Event* const back = first(trace, EventKind::node_restarted);
  return back ? back->at : -1;
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

}  // namespace
}  // namespace locklab::sim
