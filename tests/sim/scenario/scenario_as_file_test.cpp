// A scenario with a user's changes is saved as a file, which runs the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/check/check.h"
#include "sim/check/expectation.h"
#include "sim/scenario/library.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/toml_value.h"
#include "sim/world/simulate.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/shipped_runs.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;
using testing::Not;

ScenarioText shipped(std::string_view name) { return value_of(Library().find(name)); }

std::string saved(const ScenarioText& from, std::string_view variation, const Changes& changes,
                  const std::vector<Verdict>& verdicts = {}) {
  return value_of(scenario_as_file(from.text, from.file, variation, changes, expecting(verdicts)));
}

Scenario read(std::string_view text, std::string_view file, std::string_view variation = {},
              const Changes& changes = {}) {
  return value_of(read_scenario(text, file, variation, changes));
}

TEST(ScenarioAsFile, KeepsThatClientsAreProcessesWhichTheSimulatorDoesNotMind) {
  const ScenarioText from = shipped("F06_pause_past_ttl");
  const Changes changes{.set = "{processes = true}"};
  const Scenario changed = read(from.text, from.file, "", changes);
  EXPECT_FALSE(read(from.text, from.file).processes);
  EXPECT_TRUE(changed.processes);
  EXPECT_TRUE(read(saved(from, "", changes, check(simulate(changed))), "mine.toml").processes);
  EXPECT_EQ(simulate(changed).hash(), simulate(read(from.text, from.file)).hash());
}

class EveryScenario : public testing::TestWithParam<std::string> {};

TEST_P(EveryScenario, RunsTheSameFromItsOwnFile) {
  const std::string name = GetParam().substr(0, GetParam().find('/'));
  const std::string variation = name == GetParam() ? "" : GetParam().substr(name.size() + 1);
  const ScenarioText from = shipped(name);
  const Scenario before = read(from.text, from.file, variation);
  const Trace trace = simulate(before, "a");
  const std::string text = saved(from, variation, {}, check(trace));
  Scenario after = read(text, "mine.toml");
  EXPECT_EQ(after.title, before.title);
  EXPECT_EQ(after.story, before.story);
  EXPECT_EQ(after.clients, before.clients);
  EXPECT_EQ(after.nodes, before.nodes);
  EXPECT_EQ(simulate(after, "a").hash(), trace.hash());
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryScenario, testing::ValuesIn(shipped_runs()),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name)
                             if (c == '/') c = '_';
                           return name;
                         });

TEST(ScenarioAsFile, HasWhatWasChanged) {
  const Changes changes{.seed = 7,
                        .set = "{ttl_ms=80, client={alice={work_ms=12.5}}}",
                        .faults = {"{at_ms=5, crash={client=\"bob\"}}"}};
  const Scenario after = read(saved(shipped("F06"), "", changes), "mine.toml");
  EXPECT_EQ(after.seed, 7u);
  EXPECT_EQ(after.lock.ttl, Duration(80000));
  EXPECT_EQ(after.clients[0].work, Duration(12500));
  ASSERT_FALSE(after.faults.empty());
  EXPECT_EQ(after.faults.back().kind, FaultKind::crash);
}

TEST(ScenarioAsFile, KeepsEverySeed) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{INT64_MAX},
                                   std::uint64_t{INT64_MAX} + 1, std::uint64_t{UINT64_MAX}}) {
    const Changes changes{.seed = seed};
    EXPECT_EQ(read(saved(shipped("F06"), "", changes), "mine.toml").seed, seed);
  }
}

TEST(ScenarioAsFile, ADelayedMessageComesBackAsItWas) {
  const Changes changes{
      .faults = {"{when=\"stock ran bob's 2nd request\", delay={client=\"bob\", node=\"stock\", "
                 "direction=\"replies\", ms=2.5}}"}};
  const ScenarioText from = shipped("F06");
  const Scenario before = read(from.text, from.file, "", changes);
  const Scenario after = read(saved(from, "", changes), "mine.toml");
  ASSERT_FALSE(after.faults.empty());
  EXPECT_EQ(after.faults, before.faults);
  EXPECT_EQ(after.faults.back().kind, FaultKind::delay);
  EXPECT_EQ(after.faults.back().duration, Duration(2500));
  EXPECT_EQ(after.faults.back().count, 1u);
  EXPECT_FALSE(after.faults.back().requests);
}

TEST(ScenarioAsFile, AnotherStrategyTakesTheSwitchesOfTheFirstAway) {
  const std::string text = saved(shipped("F31"), "", {.strategy = "set_px_lua"});
  EXPECT_THAT(text, Not(HasSubstr("\nrenew")));
  EXPECT_EQ(read(text, "mine.toml").strategy, "set_px_lua");
}

TEST(ScenarioAsFile, ExpectsWhatWasSeen) {
  std::vector<Verdict> verdicts(2);
  verdicts[0] = {Property::mutual_exclusion, Kept::broken, true, {}, {}, ""};
  verdicts[1] = {Property::fairness, Kept::broken, false, {}, {}, ""};
  const std::string text = saved(shipped("F06"), "", {}, verdicts);
  EXPECT_THAT(text, HasSubstr("[expect]\nmutual_exclusion = \"broken\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("fairness")));
}

TEST(ScenarioAsFile, TellsAnotherStoryIfItIsGiven) {
  const ScenarioText from = shipped("F06");
  const StoryText story{"A \"title\"", "Two\nlines.", "Notes."};
  const std::string text =
      value_of(scenario_as_file(from.text, from.file, "fenced", {}, {}, story));
  const Scenario after = read(text, "mine.toml");
  EXPECT_EQ((StoryText{after.title, after.story, after.notes}), story);
  const auto again = scenario_as_file(text, "mine.toml", "", {}, {});
  EXPECT_EQ(read(value_of(again), "mine.toml").notes, "Notes.") << "notes stay";
  const auto without = scenario_as_file(from.text, from.file, "", {}, {}, StoryText{"T", "", ""});
  EXPECT_THAT(value_of(without), Not(HasSubstr("story")));
}

TEST(ScenarioAsFile, OfAWrongChangeThereIsNone) {
  const ScenarioText from = shipped("F06");
  EXPECT_THAT(problem_in(scenario_as_file(from.text, from.file, "", {.set = "{ttl_mss=80}"}, {})),
              test::IsGolden());
}

TEST(TomlFile, KeepsEveryTextAsItIs) {
  const Value table = value_of(parse_toml(
      "a = \"one\\ntwo \\\\ \\\"three\\\" \\u0001\"\nb = [1, 2]\n[c]\nd = { e = \"f\\ng\" }\n"
      "[[h]]\ni = 0.5\n[[h]]\n\"j k\" = true\n",
      "", 0));
  EXPECT_EQ(to_toml(value_of(parse_toml(to_toml_file(table), "", 0))), to_toml(table));
}

}  // namespace
}  // namespace locklab::sim
