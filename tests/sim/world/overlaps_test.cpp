// Two faults that last, on one thing: it is disturbed while any of them stands, whichever began
// first and whichever ends last.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

/// A fault that lasts, without its moment.
struct Lasting {
  FaultKind kind;
  bool power = false;
};

std::string words(const Lasting& lasting) {
  return std::string(name(lasting.kind)) + (lasting.power ? " power" : "");
}

Fault from_to(const Lasting& lasting, Duration from, Duration to) {
  Fault fault = fault_at(lasting.kind, from);
  const bool of_link = lasting.kind == FaultKind::cut || lasting.kind == FaultKind::hold ||
                       lasting.kind == FaultKind::slow;
  if (of_link || lasting.kind == FaultKind::pause) fault.client = ClientId{0};
  if (lasting.kind != FaultKind::pause) fault.node = NodeId{0};
  fault.power = lasting.power;
  switch (lasting.kind) {
    case FaultKind::kill:
      fault.restart_after = to - from;
      break;
    case FaultKind::slow:
      fault.duration = 3ms;
      fault.slow_for = to - from;
      break;
    default:
      fault.duration = to - from;
  }
  return fault;
}

/// Whether a fault of that kind disturbs its thing now.
bool disturbed(World& world, FaultKind kind) {
  if (kind == FaultKind::pause) return world.client(ClientId{0}).paused();
  if (kind == FaultKind::kill) return !world.node(NodeId{0}).has_process();
  if (kind == FaultKind::stop) return world.node(NodeId{0}).stopped();
  return world.network().count(ClientId{0}, NodeId{0}, kind, every_fault) > 0;
}

/// When the kind's thing became disturbed, and when it was left in peace, in turn.
std::vector<std::int64_t> changes(const Scenario& scenario, FaultKind kind) {
  Dice dice(1);
  World world(scenario, dice);
  std::vector<std::int64_t> at;
  while (world.step())
    if (disturbed(world, kind) != (at.size() % 2 == 1)) at.push_back(world.now());
  return at;
}

void expect_disturbed_while_any_stands(const Lasting& one, const Lasting& other) {
  struct Span {
    Duration from, to;
  };
  const Span spans[][2] = {
      {{10ms, 60ms}, {20ms, 40ms}}, {{10ms, 40ms}, {20ms, 60ms}}, {{10ms, 35ms}, {10ms, 60ms}}};
  for (const auto& [first, second] : spans)
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(words(one) + " and " + words(other) + (swapped ? ", swapped" : ""));
      Scenario scenario = calm_world("set_px_lua", 2);
      scenario.run_for = 200ms;
      scenario.faults = {from_to(swapped ? other : one, first.from, first.to),
                         from_to(swapped ? one : other, second.from, second.to)};
      const std::vector<std::int64_t> both{10'000, 60'000};
      EXPECT_EQ(changes(scenario, one.kind), both);
      EXPECT_TRUE(never_struck(scenario.faults, simulate(scenario)).empty());
    }
}

TEST(Overlaps, AThingIsDisturbedWhileAnyOfTwoFaultsOfAKindStands) {
  for (const FaultKind kind : {FaultKind::pause, FaultKind::stop, FaultKind::cut, FaultKind::hold,
                               FaultKind::slow, FaultKind::kill})
    expect_disturbed_while_any_stands({kind}, {kind});
  expect_disturbed_while_any_stands({FaultKind::kill}, {FaultKind::kill, true});
  expect_disturbed_while_any_stands({FaultKind::kill, true}, {FaultKind::kill, true});
}

TEST(Overlaps, AKillForGoodKeepsANodeDownWhenAShorterOneEnds) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 200ms;
  scenario.faults = {from_to({FaultKind::kill}, 10ms, 40ms), on_node(FaultKind::kill, 20ms)};
  EXPECT_EQ(changes(scenario, FaultKind::kill), std::vector<std::int64_t>{10'000});
}

TEST(Overlaps, ARestartEndsEveryKill) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 200ms;
  scenario.faults = {on_node(FaultKind::kill, 10ms), on_node(FaultKind::kill, 20ms),
                     on_node(FaultKind::restart, 30ms)};
  EXPECT_EQ(changes(scenario, FaultKind::kill), (std::vector<std::int64_t>{10'000, 30'000}));
}

/// Keys that a node has after its power failed 2 ms after its process was killed.
std::int64_t keys_after_both(const std::string& persistence) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 200ms;
  scenario.lock.ttl = 10s;
  scenario.nodes[0].persistence =
      persistence == "always" ? Persistence::always : Persistence::everysec;
  // The first write of a second is synced at once: the release is not.
  Fault kill = on_node(FaultKind::kill, 0ms);
  kill = when(EventKind::releasing, kill);
  kill.trigger.plus = 2ms;
  Fault power = kill;
  power.trigger.plus = 4ms;
  power.power = true;
  power.restart_after = 10ms;
  kill.restart_after = 10ms;
  scenario.faults = {kill, power};
  const Trace trace = simulate(scenario);
  for (std::size_t i = trace.size(); i-- > 0;)
    if (trace[i].kind == EventKind::node_restarted) return trace[i].value;
  return -1;
}

TEST(Overlaps, APowerLossTakesWhatADeadProcessHadNotSynced) {
  EXPECT_EQ(keys_after_both("everysec"), 1) << "the deletion was not on the disk";
  EXPECT_EQ(keys_after_both("always"), 0);
}

}  // namespace
}  // namespace locklab::sim
