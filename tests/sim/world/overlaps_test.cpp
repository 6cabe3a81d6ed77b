// Two lasting faults, in any order of beginning and end. With two of one kind, the target is
// disturbed until both have ended. Of two kinds, each ends only itself, except that a kill ends
// stops and refusals.
#include <fmt/format.h>
#include <gmock/gmock.h>
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

using testing::ElementsAre;

/// A lasting fault as a line without its trigger; "{}" is its duration. Changed clocks and delays
/// of messages last until the run ends.
struct Lasting {
  FaultKind kind;
  const char* line;
};

constexpr Lasting pauses{FaultKind::pause, "pause alice {}"};
constexpr Lasting stops{FaultKind::stop, "stop n1 {}"};
constexpr Lasting refuses{FaultKind::refuse, "refuse n1 full {}"};
constexpr Lasting kills{FaultKind::kill, "kill n1 restart_after {}"};
constexpr Lasting powers_off{FaultKind::kill, "kill n1 power restart_after {}"};
constexpr Lasting cuts{FaultKind::cut, "cut alice n1 {}"};
constexpr Lasting slows{FaultKind::slow, "slow alice n1 3ms for {}"};
constexpr Lasting holds{FaultKind::hold, "hold alice n1 {}"};
constexpr Lasting delays{FaultKind::delay, "delay alice n1 3ms 1000"};
constexpr Lasting jumps{FaultKind::jump, "jump n1 7ms"};
constexpr Lasting clients_jumps{FaultKind::jump, "jump alice 7ms"};
constexpr Lasting drifts{FaultKind::drift, "drift n1 1000ppm"};
constexpr Lasting clients_drifts{FaultKind::drift, "drift alice 1000ppm"};

bool concerns_clock(FaultKind kind) { return kind == FaultKind::jump || kind == FaultKind::drift; }

std::string from_to(const Lasting& lasting, Duration from, Duration to) {
  const std::string line = fmt::format(fmt::runtime(lasting.line), line_time(to - from));
  return fmt::format("at {} {}", line_time(from), line);
}

/// True if a fault of this kind disturbs its target now.
bool disturbed(World& world, const Lasting& by) {
  Node& node = world.node(NodeId{0});
  const Client& client = world.client(ClientId{0});
  const bool of_client = std::string_view(by.line).find(" alice") != std::string_view::npos;
  const Clock& clock = of_client ? client.clock() : node.clock();
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

/// The times at which the target became disturbed and undisturbed in turn, in us.
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

Scenario world_with(const std::vector<std::string>& faults) {
  return calm_world("set_px_lua", "run_ms=200", faults);
}

void expect_disturbed_while_any_stands(const Lasting& one, const Lasting& other) {
  for (const auto& [first, second] : spans)
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(std::string(one.line) + " and " + other.line + (swapped ? ", swapped" : ""));
      const Scenario scenario =
          world_with({from_to(swapped ? other : one, first.from, first.to),
                      from_to(swapped ? one : other, second.from, second.to)});
      const std::vector<std::int64_t> both{10'000, 60'000};
      EXPECT_EQ(changes(scenario, one), both);
      EXPECT_TRUE(never_struck(scenario.faults, simulate(scenario)).empty());
    }
}

TEST(Overlaps, AThingIsDisturbedWhileAnyOfTwoFaultsOfAKindStands) {
  for (const Lasting& one : {pauses, stops, cuts, holds, slows, kills, refuses})
    expect_disturbed_while_any_stands(one, one);
  expect_disturbed_while_any_stands(kills, powers_off);
  expect_disturbed_while_any_stands(powers_off, powers_off);
}

/// The expected changes() of a fault in force during `span` that meets another one. A kill ends
/// every stop and refusal of its node; a dead node can be neither frozen nor made to refuse, and a
/// frozen node cannot be made to refuse. Otherwise no kind ends another.
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
    SCOPED_TRACE(std::string(one.line) + " and then " + other.line + ", which ends at " +
                 std::to_string(us(second.to)));
    const Scenario scenario =
        world_with({from_to(one, first.from, first.to), from_to(other, second.from, second.to)});
    const auto of_one = expected(one, first, other, second, true);
    const auto of_other = expected(other, second, one, first, false);
    EXPECT_EQ(changes(scenario, one), of_one) << one.line;
    EXPECT_EQ(changes(scenario, other), of_other) << other.line;
    std::vector<std::size_t> in_vain;
    if (of_other.empty()) in_vain.push_back(1);
    const bool shows = one.kind != FaultKind::delay && other.kind != FaultKind::delay;
    if (shows) {
      EXPECT_EQ(never_struck(scenario.faults, simulate(scenario)), in_vain);
    }
  }
}

TEST(Overlaps, OfTwoKindsEachEndsOnlyItself) {
  const Lasting kinds[] = {pauses, stops,  refuses, kills,         powers_off, cuts,          slows,
                           holds,  delays, jumps,   clients_jumps, drifts,     clients_drifts};
  for (const Lasting& one : kinds)
    for (const Lasting& other : kinds)
      if (one.line != other.line && !(one.kind == FaultKind::kill && other.kind == one.kind))
        expect_each_ends_only_itself(one, other);
}

TEST(Overlaps, AKillForGoodKeepsANodeDownUntilARestartWhichEndsEveryKill) {
  const std::string for_good = "at 20ms kill n1";
  EXPECT_THAT(changes(world_with({from_to(kills, 10ms, 40ms), for_good}), kills),
              ElementsAre(10'000));
  EXPECT_THAT(changes(world_with({"at 10ms kill n1", for_good, "at 30ms restart n1"}), kills),
              ElementsAre(10'000, 30'000));
}

TEST(Overlaps, APowerLossTakesWhatADeadProcessHadNotSynced) {
  // The process is killed 2 ms before the power fails. The first write of a second is synced at
  // once, so the release, a later one, is not.
  const auto keys_after_both = [](const std::string& persistence) {
    const Trace trace = calm_run(
        "set_px_lua", "clients=1, run_ms=200, ttl_ms=10000, persistence='" + persistence + "'",
        {"when alice releasing plus 2ms: kill n1 restart_after 10ms",
         "when alice releasing plus 4ms: kill n1 power restart_after 10ms"});
    return events(trace, EventKind::node_restarted).back().value;
  };
  EXPECT_EQ(keys_after_both("everysec"), 1) << "the deletion was not on the disk";
  EXPECT_EQ(keys_after_both("always"), 0);
}

}  // namespace
}  // namespace locklab::sim
