// The search tries retry pauses and times of faults only where they can make a difference. A naive
// enumeration tries every pause and every fault on a grid of half a millisecond, faults of nodes
// also after each command, and every order of events due at one time. The search must find every
// promise that it breaks, and for faults without a duration no others. LOCKLAB_SEED=n repeats a
// failure.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lock/strategy.h"
#include "sim/explore/minimise.h"
#include "sim/explore/strikes.h"
#include "sim/explore/targets.h"
#include "sim/scenario/fault_text.h"
#include "sim/world/world.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/environment.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

constexpr std::int64_t grid_us = 500;

/// Enumerates all combinations of decisions; the last decision changes first.
class EveryChoice final : public Choice {
 public:
  unsigned pick(unsigned options, const char*) override {
    if (options < 2) return 0;
    if (at_ == made_.size()) made_.push_back({0, options});
    return made_[at_++].chosen;
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t, const char* why) override {
    return std::min(pick(static_cast<unsigned>(most / grid_us + 1), why) * std::uint64_t{grid_us},
                    most);
  }
  bool orders() const override { return true; }

  /// Moves to the next combination. Returns false after the last one.
  bool next() {
    at_ = 0;
    while (!made_.empty() && made_.back().chosen + 1 == made_.back().options) made_.pop_back();
    if (made_.empty()) return false;
    ++made_.back().chosen;
    return true;
  }

 private:
  struct Made {
    unsigned chosen, options;
  };
  std::vector<Made> made_;
  std::size_t at_ = 0;
};

using Promises = std::set<std::string_view>;
/// Broken promises, each with the first fault found to break it.
using Breakers = std::map<std::string_view, std::string>;

/// Adds the promises that runs of the scenario break. Counts each run down from `most_runs`, and
/// returns false if there are more.
bool add_broken(const Scenario& scenario, std::uint64_t& most_runs, Breakers& broken) {
  EveryChoice choice;
  do {
    if (most_runs-- == 0) return false;
    World world(scenario, choice);
    world.run();
    for (const Verdict& verdict : check(world.trace()))
      if (verdict.kept == Kept::broken && !broken.contains(name(verdict.property)))
        broken[name(verdict.property)] =
            scenario.faults.empty() ? "" : to_toml(scenario.faults.front(), scenario);
  } while (choice.next());
  return true;
}

/// Appends the fault with each duration from `least` to 16 ms, in steps of 1 ms; `lasts` is its
/// member for the duration.
void add_lasting(Fault fault, std::optional<Duration> Fault::*lasts, std::vector<Fault>& all,
                 Duration least = 1ms) {
  for (Duration time = 1ms; time <= 16ms; time += 1ms) {
    if (time < least) continue;
    fault.*lasts = time;
    all.push_back(fault);
  }
}

constexpr std::pair<bool, bool> ways[] = {{true, true}, {true, false}, {false, true}};

/// The faults of a kind, at each target and with each duration, without a trigger.
std::vector<Fault> faults_of(StrikeKind kind, const Scenario& scenario) {
  std::vector<Fault> all;
  switch (kind) {
    case StrikeKind::crash:
      for (const std::uint16_t client : {0, 1})
        all.push_back(on_client(FaultKind::crash, 0ms, client));
      break;
    case StrikeKind::pause:
      for (const std::uint16_t client : {0, 1})
        add_lasting(on_client(FaultKind::pause, 0ms, client), &Fault::duration, all);
      break;
    case StrikeKind::stop:
      add_lasting(on_node(FaultKind::stop, 0ms), &Fault::duration, all);
      break;
    case StrikeKind::remove:
      all.push_back(on_node(FaultKind::remove, 0ms));
      break;
    case StrikeKind::kill:
    case StrikeKind::power: {
      Fault kill = on_node(FaultKind::kill, 0ms);
      kill.power = kind == StrikeKind::power;
      add_lasting(kill, &Fault::restart_after, all, usual_least_outage(scenario));
      break;
    }
    case StrikeKind::clock_jump:
      for (const Duration size : sizes_for(scenario).jumps)
        for (const int sign : {1, -1}) {
          all.push_back(on_node(FaultKind::jump, 0ms));
          all.back().amount = sign * size;
          if (!reads_wall_clock(scenario)) continue;
          for (const std::uint16_t client : {0, 1}) {
            all.push_back(on_client(FaultKind::jump, 0ms, client));
            all.back().amount = sign * size;
          }
        }
      break;
    default:
      for (const std::uint16_t client : {0, 1})
        for (const auto& [requests, replies] : ways) {
          const bool cut = kind == StrikeKind::cut;
          if (!cut && requests == replies) continue;
          Fault fault = on_link(FaultKind::cut, 0ms);
          fault.client = ClientId{client};
          fault.requests = requests;
          fault.replies = replies;
          if (!cut) {
            fault.kind = kind == StrikeKind::lose ? FaultKind::drop : FaultKind::hold;
            fault.count = 1;
          }
          kind == StrikeKind::lose ? all.push_back(fault)
                                   : add_lasting(fault, &Fault::duration, all);
        }
  }
  return all;
}

/// Every time on the grid up to `end`; for faults not of a client also the moment after each of the
/// first six commands of either client.
std::vector<Trigger> moments_of(const Fault& fault) {
  std::vector<Trigger> all;
  const Duration end = 24ms;  // no client waits longer
  for (Duration at(grid_us); at <= end; at += Duration(grid_us)) all.emplace_back().at = at;
  if (fault.client != no_client) return all;
  for (const ClientId client : {ClientId{0}, ClientId{1}})
    for (const std::uint32_t nth : {1u, 2u, 3u, 4u, 5u, 6u})
      all.push_back({.event = EventKind::ran, .client = client, .node = NodeId{0}, .nth = nth});
  return all;
}

bool lasts_some_time(StrikeKind kind) {
  return kind != StrikeKind::crash && kind != StrikeKind::clock_jump && kind != StrikeKind::lose &&
         kind != StrikeKind::remove;
}

struct TimedWorld {
  std::string strategy;
  std::string set;
  std::optional<StrikeKind> fault;
};

TimedWorld timed_world(std::uint64_t seed) {
  std::vector<const Strategy*> single;
  for (const Strategy& strategy : strategies())
    if (strategy.topology != Topology::masters) single.push_back(&strategy);
  TimedWorld world;
  world.strategy = single[seed % single.size()]->id;
  RandomBits dice(fingerprint_of(seed));
  const auto among = [&](std::initializer_list<int> values) {
    return *(values.begin() + dice.below(values.size()));
  };
  world.set = fmt::format(
      "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, work_ms={}, wait_ms={}, "
      "allow_short_ttl=true",
      among({6, 9, 12}), among({3, 5}), among({2, 4}), among({0, 1, 3, 7}), among({6, 9}));
  constexpr std::optional<StrikeKind> kinds[] = {
      std::nullopt,     StrikeKind::crash, StrikeKind::clock_jump, StrikeKind::lose,
      StrikeKind::kill, StrikeKind::power, StrikeKind::pause,      StrikeKind::stop,
      StrikeKind::cut,  StrikeKind::hold,  StrikeKind::remove};
  world.fault = kinds[dice.below(std::size(kinds))];
  world.set += fmt::format(", persistence=\"{}\"", dice.below(2) == 0 ? "none" : "always");
  // Faults of many durations take many runs, so there nothing is left to chance.
  const int jitter = world.fault && lasts_some_time(*world.fault) ? 0 : among({1, 2});
  world.set += fmt::format(", retry_jitter_ms={}", jitter);
  return world;
}

/// Compares the search with the enumeration. Returns false if the world is too large for that.
bool compare(const TimedWorld& world) {
  std::uint64_t most_runs = from_environment("LOCKLAB_RUNS", 12'000);
  const SearchSpec spec =
      spec_for({.strategy = world.strategy,
                .clients = 2,
                .set = world.set,
                .faults = world.fault ? std::string(name(*world.fault)) + "=1" : "",
                .every = true});
  Scenario scenario = spec.run.scenario;

  Breakers broken;
  if (!add_broken(scenario, most_runs, broken)) return false;
  if (world.fault) {
    for (const Fault& fault : faults_of(*world.fault, scenario)) {
      for (const Trigger& moment : moments_of(fault)) {
        scenario.faults = {fault};
        scenario.faults.front().trigger = moment;
        if (!add_broken(scenario, most_runs, broken)) return false;
      }
    }
    scenario.faults.clear();
  }
  const SearchResult result = search(depth_first(spec));
  EXPECT_TRUE(result.exhausted);
  Promises found;
  for (std::size_t i = 0; i < property_count; ++i) {
    if (!result.broken[i]) continue;
    found.insert(name(static_cast<Property>(i)));
    const std::vector<Verdict> verdicts = check(simulate(with_path(scenario, *result.broken[i])));
    EXPECT_EQ(verdicts[i].kept, Kept::broken) << name(static_cast<Property>(i)) << ", as found";
  }
  for (const auto& [promise, fault] : broken)
    EXPECT_TRUE(found.contains(promise)) << promise << " is broken by " << fault;
  if (world.fault && lasts_some_time(*world.fault)) return true;  // the search tries longer ones
  for (const std::string_view promise : found) EXPECT_TRUE(broken.contains(promise)) << promise;
  return true;
}

class AllTimes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AllTimes, OfPausesAndFaultsBreakWhatTheSearchFindsBroken) {
  const std::uint64_t blocks = 2;
  const RandomCases cases = random_cases(8, GetParam(), blocks);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const TimedWorld world = timed_world(seed);
    SCOPED_TRACE(fmt::format(
        "LOCKLAB_SEED={}: explore --strategy {} --faults '{}' --set '{}'", seed, world.strategy,
        world.fault ? name(*world.fault) : std::string_view("none"), world.set));
    compared += compare(world) ? 1 : 0;
  }
  fmt::print("{} worlds from seed {} on were small enough\n", compared, cases.first);
  EXPECT_GE(compared, cases.repeats ? 0 : cases.count / 8);
}

INSTANTIATE_TEST_SUITE_P(Blocks, AllTimes, testing::Range<std::uint64_t>(0, 2));

}  // namespace
}  // namespace locklab::sim
