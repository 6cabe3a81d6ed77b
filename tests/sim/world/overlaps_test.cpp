// Two faults that last, whichever began first and whichever ends last. Of one kind on one thing: it
// is disturbed while any of them stands. Of two kinds: each ends only itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

/// A fault that lasts, without its moment. Clocks that have gone wrong, and messages that are
/// delayed, last to the end of the run.
struct Lasting {
  FaultKind kind;
  bool power = false;
  bool of_client = false;  ///< a jump or a drift
};

std::string words(const Lasting& lasting) {
  return std::string(name(lasting.kind)) + (lasting.power ? " power" : "") +
         (lasting.of_client ? " of a client" : "");
}

bool concerns_link(FaultKind kind) {
  return kind == FaultKind::cut || kind == FaultKind::hold || kind == FaultKind::slow ||
         kind == FaultKind::delay;
}

bool concerns_clock(FaultKind kind) { return kind == FaultKind::jump || kind == FaultKind::drift; }

Fault from_to(const Lasting& lasting, Duration from, Duration to) {
  Fault fault = fault_at(lasting.kind, from);
  const bool at_client = lasting.kind == FaultKind::pause || lasting.of_client;
  if (concerns_link(lasting.kind) || at_client) fault.client = ClientId{0};
  if (!at_client) fault.node = NodeId{0};
  fault.power = lasting.power;
  switch (lasting.kind) {
    case FaultKind::kill:
      fault.restart_after = to - from;
      break;
    case FaultKind::slow:
      fault.duration = 3ms;
      fault.slow_for = to - from;
      break;
    case FaultKind::delay:
      fault.duration = 3ms;
      fault.count = 1000;
      break;
    case FaultKind::jump:
      fault.amount = 7ms;
      break;
    case FaultKind::drift:
      fault.ppm = 1000;
      break;
    default:
      fault.duration = to - from;
  }
  return fault;
}

/// Whether a fault of that kind disturbs its thing now.
bool disturbed(World& world, const Lasting& by) {
  Node& node = world.node(NodeId{0});
  const Client& client = world.client(ClientId{0});
  const Clock& clock = by.of_client ? client.clock() : node.clock();
  switch (by.kind) {
    case FaultKind::pause:
      return client.paused();
    case FaultKind::kill:
      return !node.has_process();
    case FaultKind::stop:
      return node.stopped();
    case FaultKind::refuse:
      return node.refuses();
    case FaultKind::jump:
      return clock.offset_us() != 0;
    case FaultKind::drift:
      return clock.ppm() != 0;
    default:
      return world.network().count(ClientId{0}, NodeId{0}, by.kind, every_fault) > 0;
  }
}

/// When the fault's thing became disturbed, and when it was left in peace, in turn.
std::vector<std::int64_t> changes(const Scenario& scenario, const Lasting& by) {
  Dice dice(1);
  World world(scenario, dice);
  std::vector<std::int64_t> at;
  while (world.step())
    if (disturbed(world, by) != (at.size() % 2 == 1)) at.push_back(world.now());
  return at;
}

struct Span {
  Duration from, to;
};

/// Two spans that are nested, that overlap, and that begin together.
constexpr Span spans[][2] = {
    {{10ms, 60ms}, {20ms, 40ms}}, {{10ms, 40ms}, {20ms, 60ms}}, {{10ms, 35ms}, {10ms, 60ms}}};

Scenario world_with(const std::vector<Fault>& faults) {
  Scenario scenario = calm_world("set_px_lua", 2);
  scenario.run_for = 200ms;
  scenario.faults = faults;
  return scenario;
}

void expect_disturbed_while_any_stands(const Lasting& one, const Lasting& other) {
  for (const auto& [first, second] : spans)
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(words(one) + " and " + words(other) + (swapped ? ", swapped" : ""));
      const Scenario scenario =
          world_with({from_to(swapped ? other : one, first.from, first.to),
                      from_to(swapped ? one : other, second.from, second.to)});
      const std::vector<std::int64_t> both{10'000, 60'000};
      EXPECT_EQ(changes(scenario, one), both);
      EXPECT_TRUE(never_struck(scenario.faults, simulate(scenario)).empty());
    }
}

TEST(Overlaps, AThingIsDisturbedWhileAnyOfTwoFaultsOfAKindStands) {
  for (const FaultKind kind : {FaultKind::pause, FaultKind::stop, FaultKind::cut, FaultKind::hold,
                               FaultKind::slow, FaultKind::kill, FaultKind::refuse})
    expect_disturbed_while_any_stands({kind}, {kind});
  expect_disturbed_while_any_stands({FaultKind::kill}, {FaultKind::kill, true});
  expect_disturbed_while_any_stands({FaultKind::kill, true}, {FaultKind::kill, true});
}

/// What a fault does that stands from `span.from` to `span.to`, and meets another one. A kill ends
/// each stop and each refusal of its node; no dead node freezes or refuses, and no frozen one
/// begins to refuse. Otherwise no kind ends another.
std::vector<std::int64_t> expected(const Lasting& one, const Span& span, const Lasting& other,
                                   const Span& others, bool comes_first) {
  const std::int64_t from = us(span.from);
  if (concerns_clock(one.kind) || one.kind == FaultKind::delay) return {from};
  const std::int64_t to = us(span.to);
  const std::int64_t met = us(others.from);
  const bool was_there = from < met || (from == met && comes_first);
  if (one.kind == FaultKind::refuse && other.kind == FaultKind::stop)
    return was_there ? std::vector{from, to} : std::vector<std::int64_t>{};
  const bool of_process = one.kind == FaultKind::stop || one.kind == FaultKind::refuse;
  if (!of_process || other.kind != FaultKind::kill) return {from, to};
  return was_there ? std::vector{from, std::min(to, met)} : std::vector<std::int64_t>{};
}

void expect_each_ends_only_itself(const Lasting& one, const Lasting& other) {
  for (const auto& [first, second] : spans) {
    SCOPED_TRACE(words(one) + " and then " + words(other) + ", which ends at " +
                 std::to_string(us(second.to)));
    const Scenario scenario =
        world_with({from_to(one, first.from, first.to), from_to(other, second.from, second.to)});
    const auto of_one = expected(one, first, other, second, true);
    const auto of_other = expected(other, second, one, first, false);
    EXPECT_EQ(changes(scenario, one), of_one) << words(one);
    EXPECT_EQ(changes(scenario, other), of_other) << words(other);
    std::vector<std::size_t> in_vain;
    if (of_other.empty()) in_vain.push_back(1);
    const bool shows = one.kind != FaultKind::delay && other.kind != FaultKind::delay;
    if (shows) {
      EXPECT_EQ(never_struck(scenario.faults, simulate(scenario)), in_vain);
    }
  }
}

TEST(Overlaps, OfTwoKindsEachEndsOnlyItself) {
  const Lasting kinds[] = {{FaultKind::pause},
                           {FaultKind::stop},
                           {FaultKind::refuse},
                           {FaultKind::kill},
                           {FaultKind::kill, true},
                           {FaultKind::cut},
                           {FaultKind::slow},
                           {FaultKind::hold},
                           {FaultKind::delay},
                           {FaultKind::jump},
                           {FaultKind::jump, false, true},
                           {FaultKind::drift},
                           {FaultKind::drift, false, true}};
  for (const Lasting& one : kinds)
    for (const Lasting& other : kinds)
      if (words(one) != words(other) && !(one.kind == FaultKind::kill && other.kind == one.kind))
        expect_each_ends_only_itself(one, other);
}

TEST(Overlaps, AKillForGoodKeepsANodeDownWhenAShorterOneEnds) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 200ms;
  scenario.faults = {from_to({FaultKind::kill}, 10ms, 40ms), on_node(FaultKind::kill, 20ms)};
  EXPECT_EQ(changes(scenario, {FaultKind::kill}), std::vector<std::int64_t>{10'000});
}

TEST(Overlaps, ARestartEndsEveryKill) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 200ms;
  scenario.faults = {on_node(FaultKind::kill, 10ms), on_node(FaultKind::kill, 20ms),
                     on_node(FaultKind::restart, 30ms)};
  EXPECT_EQ(changes(scenario, {FaultKind::kill}), (std::vector<std::int64_t>{10'000, 30'000}));
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
