// A retry's pause and the moment of a fault are tried only where they may make a difference. Beside
// that stands a search that knows no such thing: it runs a world once for every pause and every
// fault on a grid of half a millisecond, and for every order of what is due at one instant. Both
// must find the same broken promises. LOCKLAB_TIMED_WORLDS=n looks at more worlds, LOCKLAB_SEED=n
// repeats one.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lock/strategy.h"
#include "sim/explore/strikes.h"
#include "sim/explore/targets.h"
#include "sim/world/world.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/environment.h"

namespace locklab::sim {
namespace {

constexpr std::int64_t grid_us = 500;

/// Counts through all decisions, the last one first.
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

  /// Goes on to the next combination; false: that was the last.
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

/// What breaks in some run of the scenario; none: there are more than `most_runs` left.
bool add_broken(const Scenario& scenario, std::uint64_t& most_runs, Promises& broken) {
  EveryChoice choice;
  do {
    if (most_runs-- == 0) return false;
    World world(scenario, choice);
    world.run();
    for (const Verdict& verdict : check(world.trace()))
      if (verdict.kept == Kept::broken) broken.insert(name(verdict.property));
  } while (choice.next());
  return true;
}

/// A fault of a kind, against everything that it may strike, without its time.
std::vector<Fault> faults_of(StrikeKind kind, const Scenario& scenario) {
  std::vector<Fault> all;
  const auto add = [&](FaultKind fault_kind, int client, bool node) -> Fault& {
    Fault fault;
    fault.kind = fault_kind;
    if (client >= 0) fault.client = static_cast<ClientId>(client);
    if (node) fault.node = NodeId{0};
    return all.emplace_back(fault);
  };
  switch (kind) {
    case StrikeKind::crash:
      for (const int client : {0, 1}) add(FaultKind::crash, client, false);
      break;
    case StrikeKind::clock_jump:
      for (const Duration size : sizes_for(scenario).jumps)
        for (const int sign : {1, -1}) {
          add(FaultKind::jump, -1, true).amount = sign * size;
          if (!reads_wall_clock(scenario)) continue;
          for (const int client : {0, 1}) add(FaultKind::jump, client, false).amount = sign * size;
        }
      break;
    default:
      for (const int client : {0, 1})
        for (const bool request : {true, false}) {
          Fault& drop = add(FaultKind::drop, client, true);
          drop.requests = request;
          drop.replies = !request;
          drop.count = 1;
        }
  }
  return all;
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
      "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
      "wait_ms={}, allow_short_ttl=true",
      among({6, 9, 12}), among({3, 5}), among({2, 4}), among({1, 2}), among({1, 3, 7}),
      among({6, 9}));
  constexpr std::optional<StrikeKind> kinds[] = {std::nullopt, StrikeKind::crash,
                                                 StrikeKind::clock_jump, StrikeKind::lose};
  world.fault = kinds[dice.below(4)];
  return world;
}

/// Whether the world was small enough.
bool compare(const TimedWorld& world) {
  std::uint64_t most_runs = from_environment("LOCKLAB_RUNS", 6'000);
  Question question = ask(world.strategy, world.fault ? std::string(name(*world.fault)) + "=1" : "",
                          Property::quota, world.set);
  question.property.reset();
  question.every = true;
  question.clients = 2;
  const SearchSpec spec = spec_for(question);
  Scenario scenario = spec.run.scenario;

  Promises tried;
  if (!add_broken(scenario, most_runs, tried)) return false;
  if (world.fault) {
    const std::int64_t end = us(24ms);  // nobody has patience for longer
    for (const Fault& fault : faults_of(*world.fault, scenario)) {
      for (std::int64_t at = 0; at <= end; at += grid_us) {
        scenario.faults = {fault};
        scenario.faults.front().trigger.at = Duration(at);
        if (!add_broken(scenario, most_runs, tried)) return false;
      }
    }
  }
  SearchTask task = spec.task();
  task.kind = SearchKind::exhaustive;
  const SearchResult result = search(task);
  EXPECT_TRUE(result.exhausted);
  Promises found;
  for (std::size_t i = 0; i < property_count; ++i)
    if (result.broken[i]) found.insert(name(static_cast<Property>(i)));
  EXPECT_EQ(found, tried);
  return true;
}

class AllTimes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AllTimes, OfPausesAndFaultsBreakWhatTheSearchFindsBroken) {
  const std::uint64_t blocks = 2;
  const std::uint64_t worlds = from_environment("LOCKLAB_TIMED_WORLDS", 160) / blocks;
  const std::uint64_t seed = from_environment("LOCKLAB_SEED", 1 + worlds * GetParam());
  const bool repeats = std::getenv("LOCKLAB_SEED") != nullptr;
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < (repeats ? 1 : worlds); ++i) {
    const TimedWorld world = timed_world(seed + i);
    SCOPED_TRACE(fmt::format(
        "LOCKLAB_SEED={}: explore --strategy {} --faults '{}' --set '{}'", seed + i, world.strategy,
        world.fault ? name(*world.fault) : std::string_view("none"), world.set));
    compared += compare(world) ? 1 : 0;
  }
  fmt::print("{} worlds from seed {} were small enough\n", compared, seed);
  EXPECT_GE(compared, repeats ? 0 : worlds / 4);
}

INSTANTIATE_TEST_SUITE_P(Blocks, AllTimes, testing::Range<std::uint64_t>(0, 2));

}  // namespace
}  // namespace locklab::sim
