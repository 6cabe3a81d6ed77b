// A node that has died waits before it answers again, by its own clock: longer than any lease, so
// that it forgets none.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

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

void jump(Scenario& scenario, Duration at, Duration by) {
  scenario.faults.push_back(on_node(FaultKind::jump, at));
  scenario.faults.back().amount = by;
}

std::int64_t back_at(const Scenario& scenario) {
  const Trace trace = simulate(scenario);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::node_restarted && trace[i].standing == 0) return trace[i].at;
  return -1;
}

TEST(RestartDelay, CountsFromTheDeathByTheNodesOwnClock) {
  const std::pair<void (*)(Scenario&), std::int64_t> rows[] = {
      {[](Scenario&) {}, 110'000},
      // dead for longer
      {[](Scenario& s) { s.faults[0].restart_after = 150ms; }, 160'000},
      // a fast clock, one that jumps, and one that cannot
      {[](Scenario& s) { s.nodes[0].drift_ppm = 250'000; }, 90'000},
      {[](Scenario& s) { jump(s, 50ms, 40ms); }, 70'000},
      {[](Scenario& s) {
         jump(s, 50ms, 40ms);
         s.nodes[0].monotonic_expiry = true;
       },
       110'000},
      // no delay is asked for
      {[](Scenario& s) {
         jump(s, 20ms, -100ms);
         s.nodes[0].restart_delay = 0ms;
       },
       30'000}};
  for (const auto& [change, back] : rows) {
    Scenario scenario = delayed();
    change(scenario);
    EXPECT_EQ(back_at(scenario), back);
  }
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
