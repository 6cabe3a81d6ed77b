// The same scenario in the simulator and on real servers: the same verdict on every property, but
// for those few where the dice decide.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/run_live.h"
#include "sim/check/check.h"
#include "sim/scenario/expectation.h"
#include "sim/scenario/run_name.h"
#include "sim/simulate.h"

namespace locklab::app {
namespace {

const char* const scenarios[] = {"F01", "F02", "F03", "F04", "F05",
                                 "F06", "F21", "F27", "F29", "F32"};

sim::Scenario open(const std::string& name) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  const auto parsed = sim::parse_run_name(name);
  auto opened = sim::open_run(library, std::get<sim::RunName>(parsed));
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  return std::get<sim::OpenedRun>(opened).scenario;
}

/// Those scenarios and their variations that a live world can do.
std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const char* name : scenarios) {
    all.emplace_back(name);
    for (const sim::VariationName& variation : open(name).variations)
      all.push_back(std::string(name) + "/" + variation.name);
  }
  std::erase_if(all, [](const std::string& name) {
    return not_available_live(open(name), LiveTarget{}).has_value();
  });
  return all;
}

class LiveParity : public testing::TestWithParam<std::string> {};

/// Where the dice of retries and latency decide, so that real servers may decide either way; in all
/// other scenarios every verdict is the same whatever the seed.
struct Diced {
  const char* scenario;
  Property property;
  const char* why;
};
constexpr Diced diced[] = {
    {"F04/watchdog", Property::fairness, "Bob and Carol both wait; who tries again first gets in"},
    {"F27/lock", Property::fairness, "both ask at the same moment, and one claim arrives first"},
    {"F32/saved", Property::fairness, "Bob and Carol both wait; who tries again first gets in"},
};

bool is_diced(const std::string& scenario, Property property) {
  return std::any_of(std::begin(diced), std::end(diced), [&](const Diced& known) {
    return known.scenario == scenario && known.property == property;
  });
}

/// Where a live trace and the simulated one disagree, a sentence each.
std::vector<std::string> differences(const std::string& run, const sim::Scenario& scenario,
                                     const Trace& live, const Trace& simulated) {
  const std::vector<sim::Verdict> here = sim::check(live);
  const std::vector<sim::Verdict> there = sim::check(simulated);
  std::vector<std::string> found = sim::unmet(scenario.expect, live, here);
  for (std::size_t i = 0; i < property_count; ++i) {
    if (here[i].kept == there[i].kept || is_diced(run, here[i].property)) continue;
    found.push_back(fmt::format("{} is {} live ({}), but {} in the simulator ({})",
                                name(here[i].property), name(here[i].kept), here[i].why,
                                name(there[i].kept), there[i].why));
  }
  return found;
}

TEST_P(LiveParity, LiveAndSimulatedGiveTheSameVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  EXPECT_LE(scenario.lock.ttl, 500ms) << "scenarios that run live are short";
  const auto live = run_live(scenario, {});
  ASSERT_TRUE(std::holds_alternative<Trace>(live)) << std::get<Problem>(live).what;
  EXPECT_THAT(differences(GetParam(), scenario, std::get<Trace>(live), sim::simulate(scenario)),
              testing::IsEmpty());
}

/// The table above is neither too long nor too short, and excuses nothing that somebody promised.
TEST_P(LiveParity, OnlyWhatTheTableSaysDependsOnTheSeed) {
  sim::Scenario scenario = open(GetParam());
  std::vector<std::set<std::string_view>> seen(property_count);
  for (scenario.seed = 0; scenario.seed < 200; ++scenario.seed)
    for (const sim::Verdict& verdict : sim::check(sim::simulate(scenario))) {
      const auto property = static_cast<std::size_t>(verdict.property);
      seen[property].insert(name(verdict.kept));
      if (!is_diced(GetParam(), verdict.property)) continue;
      EXPECT_FALSE(verdict.promised || scenario.expect.verdicts[property]);
    }
  for (std::size_t i = 0; i < property_count; ++i)
    EXPECT_EQ(seen[i].size() > 1, is_diced(GetParam(), static_cast<Property>(i)))
        << name(static_cast<Property>(i)) << ": " << testing::PrintToString(seen[i]);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LiveParity, testing::ValuesIn(names()), [](const auto& named) {
  std::string name = named.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace
}  // namespace locklab::app
