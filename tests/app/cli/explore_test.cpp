// `locklab explore` and `locklab matrix`, run as processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "tests/app/cli/program.h"
#include "tests/app/lines_with.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using test::HasFields;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The output of a search before the line of its figures, which ends in " MB".
std::string grounds(const std::string& told) {
  return test::unwrapped(told.substr(0, told.rfind('\n', told.find(" MB\n"))));
}

using Words = std::vector<std::string>;

/// Runs `locklab explore` for a lock and a budget of faults; an empty budget omits the option.
Finished searched(const std::string& strategy, const std::string& faults, const Words& more = {}) {
  Words words{"explore", "--strategy", strategy};
  if (!faults.empty()) words = joined(words, {"--faults", faults});
  return locklab(joined(words, more));
}

/// The JSON report of a search.
json report_of(const std::string& strategy, const std::string& faults, const Words& more = {}) {
  return json::parse(searched(strategy, faults, joined({"--format", "json"}, more)).out);
}

TEST(Explore, TellsTheShortestCounterexampleAsAStory) {
  const Finished found = searched("redlock", "clock_jump=1", {"--clients", "2", "--nodes", "3"});
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, AllOf(HasSubstr("✗ mutual_exclusion 互斥性 is broken"), HasSubstr("⚠ n"),
                               HasSubstr("locklab run 'bare#")));
}

/// A lock and a fault kind, searched with run_ms=50.
class AFirstSearch : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(AFirstSearch, NeedsNoRunBeforeIt) {
  const auto [strategy, fault] = GetParam();
  const Finished found = searched(strategy, std::string(fault) + "=1",
                                  {"--set", "run_ms=50", "--seconds", "5", "--format", "json"});
  EXPECT_TRUE(found.status == 1 || found.status == 4) << "it shows nothing else: " << found.err;
  EXPECT_TRUE(json::accept(found.out)) << found.out << found.err;
}

INSTANTIATE_TEST_SUITE_P(OfAProcess, AFirstSearch,
                         testing::Combine(testing::Values("set_px_lua", "set_wait", "watchdog",
                                                          "redlock"),
                                          testing::Values("lose", "kill", "pause")));

TEST(Explore, FindsARunThatRunBreaksAgain) {
  const json report = report_of("set_px_lua", "pause=1");
  EXPECT_THAT(report, HasFields(R"({"result": "broken", "property": "mutual_exclusion"})"));
  const json run = json::parse(locklab({"run", report["run"], "--format", "json"}).out);
  EXPECT_EQ(run["verdicts"][0]["verdict"], "broken");
  EXPECT_EQ(run["verdicts"][0]["why"], report["broken"][0]["why"]);
}

TEST(Explore, TellsTheClassicRunBesideTheSimplestOne) {
  const Words exclusion{"--property", "mutual_exclusion"};
  const json broken = report_of("set_px_lua", "pause=1", exclusion)["broken"][0];
  EXPECT_EQ(broken["faults"], 1);
  const std::string also = broken["also"]["run"];
  EXPECT_NE(also, broken["run"]);
  const json run = json::parse(locklab({"run", also, "--format", "json"}).out);
  EXPECT_EQ(run["verdicts"][0]["why"], broken["also"]["why"]);
  const std::string told = searched("set_px_lua", "pause=1", exclusion).out;
  EXPECT_THAT(test::lines_with("also, ", test::unwrapped(told)), test::IsGolden());
  EXPECT_THAT(told, HasSubstr("locklab run '" + also));
}

TEST(Explore, SaysThatALockHoldsWithinItsBounds) {
  const Finished found =
      searched("set_px_lua", "crash=1", {"--property", "no_deadlock", "--format", "json"});
  EXPECT_EQ(found.status, 0);
  const json report = json::parse(found.out);
  EXPECT_EQ(report["result"], "holds_within_bounds");
  EXPECT_TRUE(report["run"].is_null());
  EXPECT_GT(report["states"], 100);
  EXPECT_GT(report["executions"], 10);
}

TEST(Explore, SaysWhatItsAnswerStandsOnAndWhomTheFaultsStruck) {
  const Words jitter{"--set", "retry_jitter_ms=5"};
  const json report = report_of("setnx_del", "crash=1", jitter);
  const json& ground = report["bounds"]["stands_on"];
  EXPECT_THAT(ground, HasFields(R"({"latency_ms": 1, "node_timeout_ms": 15, "retry_jitter_ms": 5,
      "work_ms": [60, 60], "persistence": ["none"], "seed": 1})"));
  EXPECT_EQ(ground["wait_ms"].size(), 2u);
  const json& crash = report["struck"][0];
  EXPECT_EQ(crash["fault"], "crash");
  EXPECT_GT(crash["holding"], 0);
  EXPECT_GT(crash["acquiring"], 0);
  EXPECT_GT(crash["releasing"], 0);
  EXPECT_TRUE(report["vacuous"].empty());
  EXPECT_EQ(report["exhausted"], true);
  EXPECT_THAT(report["holds"], testing::Contains("mutual_exclusion"));
  EXPECT_TRUE(report["unsettled"].empty());
  const std::string told = searched("setnx_del", "crash=1", jitter).out;
  EXPECT_THAT(grounds(told), test::IsGolden());
  EXPECT_THAT(told, HasSubstr("crash struck "));
  EXPECT_THAT(test::lines_with("the rest holds", test::unwrapped(told)), test::IsGolden());
}

TEST(Explore, SaysOfAClusterThatItsSlotsWereNotMoved) {
  const auto ask = [](const Words& more) {
    const Finished answer =
        searched("set_px_lua", "crash=1", joined({"--property", "mutual_exclusion"}, more));
    EXPECT_EQ(answer.status, 0) << answer.err;
    return answer.out;
  };
  const auto with = [&](const Words& more) {
    return ask(joined({"--set", "nodes=2", "--set", "cluster=true"}, more));
  };
  EXPECT_THAT((std::vector{grounds(with({})), grounds(with({"--language", "zh"}))}),
              test::IsGolden());
  const json report = json::parse(with({"--format", "json"}));
  EXPECT_EQ(report["not_searched"], json::array({"migrate"}));
  EXPECT_THAT(ask({}), Not(HasSubstr("not searched:")));
  EXPECT_EQ(json::parse(ask({"--format", "json"}))["not_searched"], json::array());
}

TEST(Explore, NeverSaysThatALockHoldsWhereNothingWasShown) {
  const auto ask = [](const char* faults, const Words& more) {
    const Finished answer = searched("setnx_del", faults, joined({"--format", "json"}, more));
    const json report = json::parse(answer.out);
    EXPECT_EQ(report["result"], "vacuous") << answer.out;
    EXPECT_TRUE(report["holds"].empty()) << answer.out;
    EXPECT_FALSE(report["unsettled"].empty()) << answer.out;
    EXPECT_EQ(answer.status, 4);
  };
  ask("clock_jump=1", {});         // a key without a lease never expires
  ask("", {"--set", "run_ms=5"});  // the run ends before a client has left
  const json alone = report_of("setnx_del", "", {"--clients", "1"});
  EXPECT_THAT(alone["not_applicable"], testing::Contains("mutual_exclusion"));
  EXPECT_THAT(alone["holds"], testing::ElementsAre("no_deadlock"));
}

TEST(Explore, TellsWhatTheFaultsOfItsAnswerStandOn) {
  const Finished found =
      searched("set_wait", "failover=1",
               {"--property", "mutual_exclusion", "--set", "wait_ms=50", "--seconds", "1"});
  EXPECT_THAT(grounds(found.out), test::IsGolden());
}

TEST(Explore, CallsAnAnswerVacuousWhereAFaultStruckNobodyOnTheWayThroughALock) {
  const auto ask = [](const char* faults, const char* set, const char* format) {
    return searched("set_px_lua", faults,
                    {"--property", "mutual_exclusion", "--set", set, "--format", format})
        .out;
  };
  const char* const later = "client=[{name=\"alice\"},{name=\"bob\",start_ms=5}]";
  const json idle = json::parse(ask("crash@idle=1", later, "json"));
  EXPECT_EQ(idle["result"], "vacuous");
  EXPECT_TRUE(idle["holds"].empty());
  EXPECT_EQ(idle["vacuous"][0]["fault"], "crash");
  EXPECT_THAT(idle["vacuous"][0]["why"], test::IsGolden());
  EXPECT_THAT(
      test::lines_with("vacuous for crash: ", test::unwrapped(ask("crash@idle=1", later, "text"))),
      test::IsGolden());
  const json nothing = json::parse(ask("crash@idle=1", "work_ms=60", "json"));
  EXPECT_THAT(nothing["vacuous"][0]["why"], test::IsGolden());
  EXPECT_TRUE(json::parse(ask("crash=1", "work_ms=60", "json"))["vacuous"].empty());
}

TEST(Explore, GivesTheSameAnswerOnTwoThreads) {
  const auto answer = [](const char* threads) {
    return report_of("set_px_get_del", "clock_jump=1", {"--threads", threads})["broken"];
  };
  EXPECT_EQ(answer("1"), answer("2"));
}

TEST(Explore, LooksForWhatALockIsForAlsoWhereItIsNotPromisedAndSaysSo) {
  const Finished found = searched("setnx_del", "crash=1");
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(grounds(found.out), test::IsGolden());
  EXPECT_THAT(test::lines_with(" is broken, and was not promised: ", test::unwrapped(found.out)),
              test::IsGolden());
  const Finished chinese =
      searched("set_px_lua", "crash=1", {"--property", "no_deadlock", "--language", "zh"});
  EXPECT_THAT(test::lines_with("✓", test::unwrapped(chinese.out)), test::IsGolden());
}

/// A search that cannot finish within a test.
const Words large{"--clients", "3", "--nodes", "5", "--property", "quota", "--format", "json"};

TEST(Explore, ReportsWhatItHasWhenABatchSystemEndsIt) {
  PipedProgram search(
      joined({"explore", "--strategy", "redlock", "--faults", "pause=2,power=1"}, large));
  ASSERT_TRUE(test::wait_for([&] { return search.catches(SIGTERM); }));
  search.signal(SIGTERM);
  search.signal(SIGTERM);  // once for the process, once for its group
  const Finished ended = search.wait();
  EXPECT_EQ(ended.status, 4);
  EXPECT_THAT(json::parse(ended.out),
              HasFields(R"({"result": "not_finished", "interrupted": true})"));
}

TEST(Explore, StopsAfterTheSecondsThatItWasGiven) {
  const Finished found =
      searched("redlock", "pause=2,power=1", joined({"--seconds", "0.3"}, large));
  EXPECT_EQ(found.status, 4);
  EXPECT_EQ(json::parse(found.out)["result"], "not_finished");
}

/// The part reports of a search on four shards, made as assets/docs/explorer.md says.
std::vector<std::string> parts_of_a_search(const std::string& folder) {
  const std::string program = LOCKLAB_BINARY_DIR "/locklab";
  const std::string command = "cd '" + folder + "' && parallel --will-cite -j 2 " + program +
                              " explore --strategy redlock --faults clock_jump=1 --shard {}/4 "
                              "--format json '>' part{}.json ::: 1 2 3 4";
  static_cast<void>(std::system(command.c_str()));  // its status: parts that found something
  std::vector<std::string> files;
  for (int part = 1; part <= 4; ++part)
    files.push_back(folder + "/part" + std::to_string(part) + ".json");
  return files;
}

TEST(Merge, OfAllPartsIsTheAnswerOfTheWholeSearch) {
  const test::ScratchFolder folder;
  const Finished merged = locklab(joined({"merge"}, parts_of_a_search(folder.path().string())));
  EXPECT_EQ(merged.status, 1) << merged.err;
  const json sum = json::parse(merged.out);
  const json whole = report_of("redlock", "clock_jump=1");
  for (const char* same : {"result", "bounds", "property", "holds"})
    EXPECT_EQ(sum[same], whole[same]);
  EXPECT_EQ(sum["broken"].size(), whole["broken"].size());
  EXPECT_THAT(sum, HasFields(R"({"parts": "4 of 4", "exhausted": true})"));
  EXPECT_GT(sum["struck"][0]["holding"], 0);
  EXPECT_GE(sum["states"], whole["states"]);
}

TEST(Merge, OfSomePartsIsNotFinishedWhereNothingBroke) {
  const test::ScratchFolder folder;
  const std::string file = folder / "one.json";
  std::ofstream(file) << report_of("set_px_lua", "crash=1", {"--shard", "1/2"});
  const Finished merged = locklab({"merge", file});
  EXPECT_EQ(merged.status, 4);
  EXPECT_EQ(json::parse(merged.out)["result"], "not_finished");
}

/// The report as a part that ran out of time would have written it.
json cut_short(json report) {
  report["result"] = "not_finished";
  report["broken"] = json::array();
  report["states"] = 1;
  return report;
}

TEST(Merge, KeepsWhatARepeatedPartHasFound) {
  const test::ScratchFolder folder;
  const std::string file = folder / "all.json";
  const json first = report_of("set_px_lua", "pause=1", {"--shard", "1/2"});
  const json second = report_of("set_px_lua", "pause=1", {"--shard", "2/2"});
  ASSERT_FALSE(first["broken"].empty() && second["broken"].empty());
  std::ofstream out(file);  // one report a line
  for (const json& one : {cut_short(first), cut_short(second), first, second}) out << one << "\n";
  out.close();
  const json merged = json::parse(locklab({"merge", file}).out);
  EXPECT_THAT(merged, HasFields(R"({"result": "broken", "parts": "2 of 2"})"));
  EXPECT_EQ(merged["states"], first["states"].get<int>() + second["states"].get<int>());
}

TEST(Merge, IsNoProofOfSearchesForDifferentProperties) {
  const test::ScratchFolder folder;
  const auto part = [&](const char* shard, const char* property) {
    const std::string file = folder / property;
    std::ofstream(file) << report_of("set_px_lua", "crash=1",
                                     {"--property", property, "--shard", shard});
    return file;
  };
  EXPECT_THAT(locklab({"merge", part("1/2", "no_deadlock"), part("2/2", "quota")}),
              EndedWith(2, test::IsGolden()));
}

TEST(Merge, RefusesWhatIsNoPartOfTheSearch) {
  const test::ScratchFolder folder;
  const auto write = [&](const char* name, const std::string& text) {
    const std::string file = folder / name;
    std::ofstream(file) << text;
    return file;
  };
  const auto part = [](const char* faults) {
    return report_of("set_px_lua", faults, {"--shard", "1/2"}).dump();
  };
  EXPECT_THAT(locklab({"merge", write("a", part("crash=1")), write("b", part("lose=1"))}),
              EndedWith(2, test::IsGolden()));
  for (const char* text : {"", "{", "[]", "7", "{\"strategy\":1}"}) {
    EXPECT_THAT(locklab({"merge", write("c", text)}),
                EndedWith(2, HasSubstr("locklab explore --format json")))
        << text;
  }
  EXPECT_EQ(locklab({"merge", folder / "none"}).status, 2);
}

TEST(Matrix, ShowsABrokenCellWithTheRunBehindIt) {
  const Finished found = locklab(
      {"matrix", "--strategy", "set_px_lua,fenced", "--faults", "pause", "--format", "json"});
  EXPECT_EQ(found.status, 0) << found.err;
  const json cells = json::parse(found.out)["cells"];
  ASSERT_EQ(cells.size(), 2u);
  const auto verdict = [&](std::size_t cell, std::size_t property) {
    return cells[cell]["properties"][property]["verdict"];
  };
  EXPECT_EQ(verdict(0, 1), "broken") << "an update is lost";
  EXPECT_EQ(verdict(1, 0), "broken") << "two believe that they hold";
  EXPECT_EQ(verdict(1, 1), "kept") << "a fence saves the update";
  EXPECT_EQ(verdict(1, 9), "not_promised");
  EXPECT_THAT(cells[0]["properties"][1]["run"], HasSubstr("pause={client="));
}

TEST(Matrix, IsATableInEveryFormAndInChinese) {
  const auto in = [](const char* format, const char* language = "en") {
    return locklab({"matrix", "--language", language, "--strategy", "setnx_del", "--faults",
                    "crash", "--format", format})
        .out;
  };
  EXPECT_THAT(in("text"), HasSubstr("setnx_del"));
  EXPECT_THAT(in("markdown"), HasSubstr("| `setnx_del` | ✓ dl av |"));
  EXPECT_THAT(in("html"), AllOf(HasSubstr("<th>setnx_del</th>"), HasSubstr("locklab run 'bare#")));
  EXPECT_THAT((std::vector{in("text", "zh"), in("markdown", "zh")}), test::IsGolden());
  EXPECT_THAT(in("html", "zh"),
              AllOf(HasSubstr("<h1>Lock Lab：每种锁面对每类故障</h1>"), Not(HasSubstr("Bounds"))));
}

TEST(Matrix, NamesItsGroundsWithTheSettingsThatLeadToThem) {
  for (const char* language : {"en", "zh"}) {
    const std::string told = locklab({"matrix", "--grounds", "--language", language}).out;
    EXPECT_THAT(test::lines_with("busy: ", told), test::IsGolden());
    EXPECT_THAT(told, HasSubstr("\n    --set 'work_ms=90, retry_jitter_ms=0'\n"));
  }
}

TEST(Matrix, ForTeachersNamesTheTraitsOfTextbooks) {
  const Finished found = locklab({"matrix", "--traits", "--strategy", "setnx_del,set_px_lua",
                                  "--faults", "crash,pause", "--format", "markdown"});
  EXPECT_THAT(found.out, test::IsGolden());
}
}  // namespace
}  // namespace locklab::app
