// Which faults a run has seen.
#include "sim/scenario/fault_plan.h"

#include <gtest/gtest.h>

#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

Fault pause_at_entry(std::uint32_t nth, Duration plus) {
  Fault fault;
  fault.kind = FaultKind::pause;
  fault.client = ClientId{0};
  fault.duration = 1ms;
  fault.trigger.event = EventKind::entered;
  fault.trigger.client = ClientId{0};
  fault.trigger.nth = nth;
  fault.trigger.plus = plus;
  return fault;
}

TEST(FaultPlan, SaysWhichFaultsNeverStruck) {
  Scenario scenario = small_world("set_px_lua");
  scenario.faults = {pause_at_entry(99, 0ms), pause_at_entry(2, 0ms), pause_at_entry(1, 3ms),
                     pause_at_entry(1, 10s), fault_at(FaultKind::pause, 5ms)};
  scenario.faults[4].client = ClientId{1};
  scenario.run_for = 1s;
  EXPECT_EQ(never_struck(scenario.faults, simulate(scenario)), (std::vector<std::size_t>{0, 3}));
}

TEST(Simulate, ARunWhoseTraceGrowsTooLongIsStoppedAndSaysSo) {
  Scenario scenario = small_world("set_px_lua");
  scenario.clients[0].rounds = scenario.clients[1].rounds = 100'000;
  scenario.most_events = 1000;
  const Trace trace = simulate(scenario);
  EXPECT_LT(trace.size(), 1100u);
  EXPECT_EQ(trace.back().kind, EventKind::ended);
  EXPECT_EQ(trace.text(trace.back()), "the run was stopped at 1000 events");
}

}  // namespace
}  // namespace locklab::sim
