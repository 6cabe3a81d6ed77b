// Which faults a run has seen.
#include "sim/scenario/fault_plan.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

Fault pause_at_entry(std::uint32_t nth, Duration plus) {
  Fault fault = pause_at(EventKind::entered, ClientId{0}, nth, ClientId{0}, 1ms);
  fault.trigger.plus = plus;
  return fault;
}

TEST(FaultPlan, SaysWhichFaultsNeverStruck) {
  Scenario scenario = small_world("set_px_lua");
  scenario.faults = {pause_at_entry(99, 0ms), pause_at_entry(2, 0ms), pause_at_entry(1, 3ms),
                     pause_at_entry(1, 10s), on_client(FaultKind::pause, 5ms, 1)};
  scenario.run_for = 1s;
  EXPECT_EQ(never_struck(scenario.faults, simulate(scenario)), (std::vector<std::size_t>{0, 3}));
}

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// Alice and Bob take turns; n2 is a replica of n1, or both are a cluster where a slot is to move.
Trace run_with(const std::vector<Fault>& faults) {
  Scenario scenario = calm_world("set_wait");
  for (const Fault& fault : faults) scenario.cluster |= fault.kind == FaultKind::migrate;
  if (scenario.cluster) {
    scenario.strategy = "set_px_lua";
    for (NodeSpec& node : scenario.nodes) node.replica_of.clear();
  }
  scenario.run_for = 300ms;
  scenario.faults = faults;
  return simulate(scenario);
}

Fault at_target(FaultKind kind, Duration at) {
  switch (kind) {
    case FaultKind::kill:
    case FaultKind::stop:
    case FaultKind::restart:
    case FaultKind::refuse:
    case FaultKind::migrate:
      return on_node(kind, at);
    case FaultKind::promote:
      return on_node(kind, at, 1);
    case FaultKind::crash:
    case FaultKind::pause:
    case FaultKind::resume:
    case FaultKind::jump:
    case FaultKind::drift:
    case FaultKind::foreign_release:
      return on_client(kind, at);
    default:
      return on_link(kind, at);
  }
}

/// Faults of which the last one, of that kind, finds nothing to strike or to end.
std::vector<Fault> in_vain(FaultKind kind) {
  switch (kind) {
    case FaultKind::crash:
    case FaultKind::pause:
    case FaultKind::jump:
    case FaultKind::drift:
    case FaultKind::drop:
    case FaultKind::delay:
    case FaultKind::foreign_release:
      return {on_client(FaultKind::crash, 5ms), at_target(kind, 6ms)};
    case FaultKind::stop:
    case FaultKind::refuse:
      return {on_node(FaultKind::kill, 5ms), at_target(kind, 6ms)};
    case FaultKind::release:
      return {on_link(FaultKind::cut, 5ms), at_target(kind, 6ms)};
    case FaultKind::promote:
      return {on_node(kind, 6ms, 0)};
    case FaultKind::migrate:
      return {at_target(kind, 5ms), at_target(kind, 6ms)};
    case FaultKind::reset:
      return {at_target(kind, 0ms)};
    case FaultKind::cut:
    case FaultKind::slow:
    case FaultKind::hold:
    case FaultKind::kill:  // links and nodes are always there: only its moment may fail to come
      return {when(EventKind::lease_lost, at_target(kind, 0ms))};
    default:
      return {at_target(kind, 6ms)};
  }
}

/// Faults of which the last one, of that kind, strikes or ends something.
std::vector<Fault> to_effect(FaultKind kind) {
  switch (kind) {
    case FaultKind::resume:
      return {on_client(FaultKind::pause, 5ms), at_target(kind, 6ms)};
    case FaultKind::restart:
      return {on_node(FaultKind::stop, 5ms), at_target(kind, 6ms)};
    case FaultKind::heal:
      return {for_ms(on_link(FaultKind::slow, 5ms), 1ms), at_target(kind, 6ms)};
    case FaultKind::release:
      return {on_link(FaultKind::hold, 5ms), at_target(kind, 6ms)};
    default:
      return {at_target(kind, 5ms)};
  }
}

TEST(NeverStruck, NamesAFaultOfAnyKindThatFoundNothingAndNoneThatStruck) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(FaultKind::count_); ++i) {
    const auto kind = static_cast<FaultKind>(i);
    const std::vector<Fault> vain = in_vain(kind);
    EXPECT_THAT(never_struck(vain, run_with(vain)), Contains(vain.size() - 1)) << name(kind);
    const std::vector<Fault> real = to_effect(kind);
    EXPECT_THAT(never_struck(real, run_with(real)), IsEmpty()) << name(kind);
  }
}

TEST(NeverStruck, NamesTheSecondOfTwoThatEndTheSameAtOneMoment) {
  const auto named = [](FaultKind begins, FaultKind ends) {
    const std::vector<Fault> faults{at_target(begins, 5ms), at_target(ends, 10ms),
                                    at_target(ends, 10ms), at_target(ends, 20ms)};
    return never_struck(faults, run_with(faults));
  };
  EXPECT_THAT(named(FaultKind::pause, FaultKind::resume), ElementsAre(2, 3));
  EXPECT_THAT(named(FaultKind::stop, FaultKind::restart), ElementsAre(2, 3));
  EXPECT_THAT(named(FaultKind::kill, FaultKind::restart), ElementsAre(2, 3));
  EXPECT_THAT(named(FaultKind::cut, FaultKind::heal), ElementsAre(2, 3));
  EXPECT_THAT(named(FaultKind::hold, FaultKind::release), ElementsAre(2, 3));
}

TEST(NeverStruck, TellsWhoseLinkAFaultOfAllLinksHasMended) {
  Fault bobs = on_link(FaultKind::heal, 20ms);
  bobs.client = ClientId{1};
  const std::vector<Fault> faults{fault_at(FaultKind::cut, 5ms), on_link(FaultKind::heal, 10ms),
                                  fault_at(FaultKind::heal, 15ms), bobs};
  EXPECT_THAT(never_struck(faults, run_with(faults)), ElementsAre(3));
}

TEST(NeverStruck, WaitsUntilAPausedClientWakesForItsForeignRelease) {
  const std::vector<Fault> faults{for_ms(on_client(FaultKind::pause, 1ms), 30ms),
                                  on_client(FaultKind::foreign_release, 5ms),
                                  on_client(FaultKind::foreign_release, 6ms)};
  EXPECT_THAT(never_struck(faults, run_with(faults)), IsEmpty());
  std::vector<Fault> for_good = faults;
  for_good[0].duration.reset();
  EXPECT_THAT(never_struck(for_good, run_with(for_good)), ElementsAre(1, 2));
}

TEST(Reset, OfALinkWithoutAConnectionIsNotTold) {
  const auto resets = [](const char* reset) {
    return count(calm_run("set_px_lua", "clients=1", {reset}), EventKind::link_reset);
  };
  EXPECT_EQ(resets("at 0ms reset alice n1"), 0u);
  EXPECT_EQ(resets("at 1ms reset alice n1"), 1u);
}

TEST(Simulate, ARunWhoseTraceGrowsTooLongIsStoppedAndSaysSo) {
  Scenario scenario = calm_world("set_px_lua", "rounds=100000");
  scenario.most_events = 1000;
  const Trace trace = simulate(scenario);
  EXPECT_LT(trace.size(), 1100u);
  EXPECT_EQ(trace.back().kind, EventKind::ended);
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
