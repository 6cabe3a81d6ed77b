// Messages about a user's mistakes, files and machine are in the user's language.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/changes/delayed_run.h"
#include "app/lessons/lesson.h"
#include "app/live/live_limits.h"
#include "app/runs/judged_run.h"
#include "app/runs/live_target.h"
#include "app/words/language.h"
#include "sim/explore/explore.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using testing::IsEmpty;

constexpr std::string_view story = R"(title = "a test"
strategy = "set_px_lua"
[[client]]
name = "alice"
)";

/// The mistake in the story with these lines added or this change made; empty if there is none.
Sentence mistake(std::string_view lines, const sim::Changes& changes = {}) {
  const auto read =
      sim::read_scenario(std::string(story) + std::string(lines), "T.toml", {}, changes);
  const auto* problem = std::get_if<sim::Problem>(&read);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence name_mistake(std::string_view line) {
  const auto read = sim::parse_run_name(line);
  const auto* problem = std::get_if<sim::Problem>(&read);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence not_opened(std::string_view name) {
  const auto opened = open_named(sim::Library(), name);
  const auto* problem = std::get_if<sim::Problem>(&opened);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence not_loaded(const std::string& path) {
  const auto loaded = sim::load_trace(path);
  const auto* problem = std::get_if<sim::Problem>(&loaded);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence no_servers(std::string_view text) {
  const auto servers = parse_servers(text);
  const auto* problem = std::get_if<LiveProblem>(&servers);
  return problem ? sentence(*problem) : Sentence();
}

/// The mistake in a question to the search; empty if there is none.
Sentence unanswerable(const sim::Question& question) {
  const auto understood = sim::understand(sim::Library(), question);
  const auto* problem = std::get_if<sim::Problem>(&understood);
  return problem ? sim::sentence(*problem) : Sentence();
}

sim::Question question(std::string_view strategy, std::string_view faults,
                       std::string_view set = "") {
  sim::Question asked;
  asked.strategy = strategy;
  asked.faults = faults;
  asked.set = set;
  return asked;
}

/// Checks that every sentence has its Chinese, and that both languages read as golden.
void expect_told(const std::vector<Sentence>& all) {
  for (const Sentence& said : all) {
    EXPECT_FALSE(said.empty());
    EXPECT_THAT(said.untranslated(chinese_catalogue()), IsEmpty());
  }
  EXPECT_THAT(all, test::IsGolden());
}

TEST(ProblemWords, AreChineseForWhoeverReadsChinese) {
  expect_told({mistake("wrok_ms = 5"), mistake("work_ms = true"), mistake("rounds = 0"),
               mistake("name2 = [[}"),
               mistake("[[fault]]\nat_ms = 1\ncrash = { client = \"alcie\" }"),
               mistake("[[fault]]\nwhen = \"alice enterd\"\ncrash = { client = \"alice\" }"),
               mistake("", {.strategy = "best"}), name_mistake("F12 choices=0110"),
               not_opened("F99_nothing"), not_loaded("/no/such.trace"), no_servers("a,a"),
               no_servers("a:b"), no_servers("a:99999")});
}

TEST(ProblemWords, OfASearchAndOfItsFindingsAreChinese) {
  expect_told(
      {unanswerable(question("redlok", "")), unanswerable(question("redlock", "paus=1")),
       unanswerable(question("redlock", "pause=0")),
       unanswerable(question("redlock", "pause@n7=1")),
       unanswerable(question(
           "redlock", "cut,cut@n1,cut@n2,cut@n3,cut@alice,cut@bob,cut@hold,cut@wait,cut@acquire")),
       unanswerable(question("redlock", "cut=1,cut=2")),
       unanswerable(question("redlock", "", "choices=\"7\"")),
       mistake("[[fault]]\nwhen = \"the resource slept\"\ncrash = { client = \"alice\" }"),
       no_earlier(12'345)});
}

TEST(ProblemWords, OfALessonAndOfWhatCannotBeLiveAreChinese) {
  const auto lesson = read_lesson("# A\n\n## B\n\n```lab\nscenari = \"F06\"\n```\n", "a.md");
  const auto read = sim::read_scenario(story, "T.toml");
  sim::Scenario scenario = std::get<sim::Scenario>(read);
  scenario.nodes[0].drift_ppm = 5;
  LiveTarget somebody_elses;
  somebody_elses.servers = {{"localhost", 1}};
  expect_told({sim::sentence(std::get<sim::Problem>(lesson)),
               sentence(*not_available_live(scenario, somebody_elses))});
}

}  // namespace
}  // namespace locklab::app
