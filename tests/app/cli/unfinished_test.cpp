// Unfinished work is never reported as success: not in the text, the JSON or the exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/explore_report.h"
#include "app/cli/run_report.h"
#include "tests/app/cli/program.h"
#include "tests/app/lines_with.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using test::HasFields;
using testing::HasSubstr;
using testing::Not;

/// F04 stopped after `events` events, judged without expectations.
JudgedRun stopped_after(std::uint64_t events) {
  const sim::Library library{LOCKLAB_SOURCE_DIR "/assets"};
  auto opened = std::get<sim::OpenedRun>(open_named(library, "F04"));
  opened.scenario.most_events = events;
  opened.scenario.expect = {};
  return simulate_and_judge(opened);
}

TEST(Unfinished, ARunThatWasStoppedSaysSoInJson) {
  const JudgedRun cut = stopped_after(20);
  ASSERT_TRUE(cut.as_expected()) << "in twenty events nothing breaks";
  const json report = json::parse(run_as_json({cut, {}, 0, unfinished(cut), {}, "again"}));
  EXPECT_THAT(report, HasFields(R"({"complete": false, "expectations_met": false})"));
  EXPECT_THAT(report["warnings"][0], test::IsGolden());

  const JudgedRun whole = stopped_after(1'000'000);
  EXPECT_EQ(json::parse(run_as_json({whole, {}, 0, unfinished(whole), {}, "again"}))["complete"],
            true);
}

TEST(Unfinished, ALiveRunThatLosesItsServerShowsAndSavesWhatItHas) {
  const test::ScratchFolder folder;
  const std::string scenario = folder / "long.toml";
  std::ofstream(scenario) << R"(
title = "many rounds"
strategy = "set_px_lua"
[[client]]
name = "alice"
work_ms = 5
rounds = 100000
)";
  test::Servers servers;
  const std::string trace = folder / "lost.trace";
  PipedProgram run({"run", scenario, "--redis", servers[0].endpoint().text(), "--trace", trace});
  // A changed token means that alice has acquired, released and acquired again.
  std::string first;
  ASSERT_TRUE(test::wait_for([&] {
    const Reply lock = servers.ask(get("locklab:lock"));
    if (lock.kind != Reply::Kind::text) return false;
    if (first.empty()) first = lock.text;
    return lock.text != first;
  }));
  servers[0].kill();
  const Finished finished = run.wait();
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("alice enters"));
  EXPECT_THAT(finished.out, HasSubstr("NOT FINISHED: the server at"));
  const Finished again = locklab({"run", trace});
  EXPECT_THAT(again.out, HasSubstr("ended before its time"));
}

TEST(Unfinished, ARunsJsonNamesWhatWasNotMetAndWhatIsAmiss) {
  const Finished run = locklab(
      {"run", "F04", "--strategy", "watchdog", "--set", "ttl_ms=100000", "--format", "json"});
  const json report = json::parse(run.out);
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["expectations_met"], report["unmet"].empty());
  EXPECT_TRUE(report["warnings"].is_array());
  const json whole = json::parse(locklab({"run", "F04", "--format", "json"}).out);
  EXPECT_TRUE(whole["warnings"].empty()) << whole["warnings"];
  EXPECT_EQ(whole["again"], "locklab run '" + whole["run"].get<std::string>() + "'");
}

TEST(Unfinished, ASearchByChanceThatFoundNothingEndsWithFour) {
  const Finished found =
      locklab({"explore", "--strategy", "set_px_lua", "--search", "random", "--seconds", "0.2",
               "--property", "mutual_exclusion", "--format", "json"});
  EXPECT_EQ(found.status, 4);
  const json report = json::parse(found.out);
  EXPECT_THAT(report, HasFields(R"({"result": "not_finished", "exhausted": false,
      "unsettled": ["mutual_exclusion"], "interrupted": false})"));
}

TEST(Unfinished, AMatrixThatWasInterruptedSaysSoAndEndsWithFour) {
  for (const char* format : {"text", "json", "markdown", "html"}) {
    PipedProgram matrix({"matrix", "--again", "--format", format});
    ASSERT_TRUE(test::wait_for([&] { return matrix.catches(SIGINT); }));
    matrix.signal(SIGINT);
    const Finished ended = matrix.wait();
    EXPECT_EQ(ended.status, 4) << format;
    if (format == std::string("json")) {
      EXPECT_EQ(json::parse(ended.out)["complete"], false);
    } else {
      EXPECT_THAT(ended.out, HasSubstr("NOT FINISHED")) << format;
    }
  }
}

/// The specification of a search of set_px_lua with two pauses.
sim::SearchSpec two_pauses() {
  sim::Question question;
  question.strategy = "set_px_lua";
  question.faults = "pause=2";
  const sim::Library library{LOCKLAB_SOURCE_DIR "/assets"};
  return std::get<sim::SearchSpec>(sim::understand(library, question));
}

/// The answer of two_pauses(), stopped after `states` states.
sim::Answer ended_after(std::uint64_t states) {
  const sim::SearchSpec spec = two_pauses();
  sim::SearchTask task = spec.task();
  task.most_states = states;
  return sim::answer(spec, sim::search(task));
}

TEST(Unfinished, ASearchSaysWhatItHasNotSettledAlsoWhenSomethingBroke) {
  const sim::Answer broken = ended_after(50'000);
  ASSERT_FALSE(broken.broken.empty());
  EXPECT_FALSE(broken.exhausted);
  EXPECT_TRUE(broken.holds.empty());
  EXPECT_THAT(broken.unsettled, testing::Contains(sim::Property::no_deadlock));
  EXPECT_EQ(exit_status_of(broken), 1);
  EXPECT_THAT(end_words({}, broken), test::IsGolden());

  const sim::Answer nothing = ended_after(10);
  ASSERT_TRUE(nothing.broken.empty());
  EXPECT_EQ(exit_status_of(nothing), 4);
  EXPECT_THAT(end_words({}, nothing), test::IsGolden());
}

// A counterexample fails to replay only if the search has a bug; here its path breaks nothing.
TEST(Unfinished, ACounterexampleThatCannotBeReplayedIsNamedAndEndsWithFour) {
  const sim::SearchSpec spec = two_pauses();
  sim::SearchResult found;
  found.exhausted = true;
  found.broken[static_cast<std::size_t>(sim::Property::mutual_exclusion)] = sim::Path();
  const Outcome outcome{.answer = sim::answer(spec, found)};
  EXPECT_EQ(exit_status_of(outcome.answer), 4);
  const json report = answer_json(spec, {}, outcome);
  EXPECT_EQ(report["unconfirmed"], json({"mutual_exclusion"}));
  EXPECT_EQ(report["result"], "not_finished");
  EXPECT_TRUE(report["broken"].empty());
}

TEST(NotApplicable, IsNoPropertyThatHolds) {
  const std::vector<std::string> arguments{"explore", "--strategy", "set_px_lua", "--property",
                                           "quota"};
  const Finished told = locklab(arguments);
  EXPECT_THAT(test::lines_with("quota 限流准确", test::unwrapped(told.out)), test::IsGolden());
  EXPECT_THAT(told.out, Not(HasSubstr("holds within")));
  const json report = json::parse(locklab(joined(arguments, {"--format", "json"})).out);
  EXPECT_THAT(report, HasFields(R"({"result": "not_applicable", "not_applicable": ["quota"]})"));
  const Finished all = locklab({"explore", "--strategy", "rate_limit_lua", "--property", "quota"});
  EXPECT_THAT(test::lines_with("✓", test::unwrapped(all.out)), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
