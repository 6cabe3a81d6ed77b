// The result of a search does not depend on the seed, which only random draws and tokens use.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

/// The counterexamples of a search, without the seeds in their names, after its number of states.
std::vector<std::string> found_with(Question question, std::uint64_t seed) {
  question.base = fmt::format("bare seed={}", seed);
  const SearchSpec spec = spec_for(question);
  const SearchResult result = search(depth_first(spec));
  std::vector<std::string> found{fmt::format("{} states", result.counts.states)};
  for (const Counterexample& example : answer(spec, result).broken) {
    const std::size_t at = example.run.find(" seed=");
    found.push_back(example.run.substr(example.run.find(' ', at + 1)) + ": " + example.why);
  }
  return found;
}

struct Asking {
  const char* name;
  const char* strategy;
  const char* faults;
  Property property;
  const char* set = "";
  std::optional<Duration> least_outage = std::nullopt;
};

class AnySeed : public testing::TestWithParam<Asking> {};

TEST_P(AnySeed, GivesTheSameCounterexample) {
  Question question =
      ask(GetParam().strategy, GetParam().faults, GetParam().property, GetParam().set);
  question.least_outage = GetParam().least_outage;
  const std::vector<std::string> first = found_with(question, 1);
  EXPECT_EQ(first.size(), 2u) << "nothing is broken";
  for (std::uint64_t seed = 2; seed <= 20; ++seed)
    EXPECT_EQ(found_with(question, seed), first) << "with seed=" << seed;
}

INSTANTIATE_TEST_SUITE_P(
    Questions, AnySeed,
    testing::Values(
        // The key changes hands between GET and DEL: the retry must come at the right time.
        Asking{"clock_jump", "set_px_get_del", "clock_jump=1", Property::owner_only_release},
        Asking{"kill", "set_px_get_del", "kill=1", Property::owner_only_release, "", 1ms},
        Asking{"lose", "set_px_get_del", "lose=1", Property::owner_only_release},
        Asking{"power", "set_px_get_del", "power=1", Property::owner_only_release,
               "node_timeout_ms=50"},
        Asking{"failover", "set_px_get_del", "failover=1", Property::owner_only_release,
               "node=[{name=\"n1\"}, {name=\"n2\", replica_of=\"n1\", replication_lag_ms=100}]",
               1ms},
        Asking{"lost_update_after_a_power_loss", "set_px_lua", "power=1", Property::no_lost_update},
        Asking{"no_fault", "set_px_lua", "", Property::mutual_exclusion, "work_ms=98"},
        Asking{"latency", "set_px_get_del", "", Property::mutual_exclusion,
               "work_ms=97, jitter_ms=0.5, wait_ms=105"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(AnySeed, ALineWithAFaultBreaksWhenItIsSearchedAsItDoesWhenItIsRun) {
  const std::string line =
      "bare seed=2 fault={at_ms=2, kill={node=\"n1\", power=true, restart_after_ms=1}}";
  EXPECT_EQ(verdict_of(line + " strategy=set_px_lua", Property::no_lost_update).kept, Kept::broken);
  const Answer found = answered(
      Question{.strategy = "set_px_lua", .base = line, .property = Property::no_lost_update});
  ASSERT_EQ(found.broken.size(), 1u);
  EXPECT_EQ(verdict_of(found.broken.front().run, Property::no_lost_update).kept, Kept::broken);
}

}  // namespace
}  // namespace locklab::sim
