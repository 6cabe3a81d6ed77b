// The program run as a process: its output and its exit status.
#include <gmock/gmock.h>

#include <cstdlib>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/cli/program.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;
using Json = nlohmann::json;

/// A scenario file independent of the library, in which alice is paused past her lease.
class CommandLine : public testing::Test {
 protected:
  CommandLine() : scenario(folder / "pause.toml") { write(scenario, "broken"); }

  static void write(const std::string& path, const std::string& expected) {
    std::ofstream(path) << R"(title = "A pause longer than the lease"
strategy = "set_px_lua"
ttl_ms = 50
[[client]]
name = "alice"
work_ms = 10
[[client]]
name = "bob"
start_ms = 60
[[fault]]
when = "alice entered"
pause = { client = "alice", ms = 100 }
[expect]
mutual_exclusion = ")" << expected
                        << "\"\n";
  }

  static Json json(const Finished& run) { return Json::parse(run.out); }

  /// The last paragraph of the output, about the expectations, without its last line (the command
  /// to run it again).
  static std::string outcome(const Finished& run) {
    const std::size_t from = run.out.rfind("\n\n") + 2;
    return run.out.substr(from, run.out.rfind('\n', run.out.size() - 2) - from);
  }

  test::ScratchFolder folder;
  std::string scenario;
};

TEST_F(CommandLine, HelpAndVersionAreNoErrors) {
  EXPECT_THAT(locklab({"--version"}).out, MatchesRegex("locklab [0-9.]+\n"));
  const Finished help = locklab({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("tour"));
  EXPECT_EQ(locklab({"run", "--help"}).status, 0);
}

TEST_F(CommandLine, TheRunThatTheReadmeNamesIsTheOneThatIsMeant) {
  const std::string readme = content(LOCKLAB_SOURCE_DIR "/README.md");
  const std::size_t begin = readme.find("such as `") + 9;
  const std::string name = readme.substr(begin, readme.find('`', begin) - begin);
  ASSERT_THAT(name, HasSubstr("seed="));
  const Finished run = locklab({"run", name});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "") << "the scenario has changed: write its name of today";
}

TEST_F(CommandLine, EveryHelpFitsInEightyColumns) {
  const std::vector<std::vector<std::string>> commands{
      {},         {"tour"}, {"list"},          {"run"},    {"explore"}, {"merge"},       {"matrix"},
      {"export"}, {"quiz"}, {"quiz", "grade"}, {"stress"}, {"bench"},   {"bench", "sim"}};
  for (std::vector<std::string> command : commands) {
    command.emplace_back("--help");
    const Finished help = locklab(command);
    EXPECT_EQ(help.status, 0) << help.err;
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST_F(CommandLine, AnExpectedRunExitsWithZero) {
  const Finished run = locklab({"run", scenario});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("✗ mutual exclusion: "));
  EXPECT_THAT(outcome(run), test::IsGolden());
  EXPECT_THAT(run.err, IsEmpty());
}

TEST_F(CommandLine, AnUnmetExpectationExitsWithOne) {
  write(scenario, "kept");
  const Finished run = locklab({"run", scenario});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(outcome(run), test::IsGolden());
}

TEST_F(CommandLine, APromiseThatNobodyExpectedToBreakExitsWithOne) {
  // With another strategy the scenario's expectations no longer apply; set_px_del also promises
  // mutual exclusion.
  const Finished run = locklab({"run", scenario, "--strategy", "set_px_del", "--format", "json"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(json(run),
              test::HasFields(R"({"expectations_met": false, "strategy": "set_px_del"})"));
}

TEST_F(CommandLine, JsonIsOneObjectAndNothingElse) {
  const Finished run = locklab({"run", scenario, "--format", "json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const Json report = json(run);
  EXPECT_THAT(report, test::HasFields(R"({"scenario": "pause", "strategy": "set_px_lua",
      "world": "simulated", "seed": 1, "expectations_met": true})"));
  EXPECT_GT(report["events"], 20);
  EXPECT_THAT(report["trace_hash"].get<std::string>(), MatchesRegex("[0-9a-f]{16}"));
  EXPECT_GT(report["duration_us"], 100'000);
  EXPECT_THAT(report["verdicts"][0],
              test::HasFields(R"({"property": "mutual_exclusion", "verdict": "broken"})"));
  EXPECT_TRUE(report["verdicts"][0]["event"].is_number_unsigned());
  EXPECT_FALSE(report["verdicts"][0]["why"].get<std::string>().empty());
  EXPECT_TRUE(report["beside_simulation"].is_null());  // set only in live runs
  EXPECT_TRUE(report["too_late_us"].is_null());
  EXPECT_EQ(report.size(), 20u);
}

TEST_F(CommandLine, AReportSaysHowLongNobodyGotInAndWhy) {
  const Finished run = locklab({"run", "F29/stays_dead", "--format", "json"});
  const Json report = json(run);
  const Json& lockouts = report["lockouts"];
  ASSERT_EQ(lockouts.size(), 1u);
  EXPECT_THAT(lockouts[0], test::HasFields(R"({"lock": "locklab:lock", "end": "nobody_waited",
      "cause": "node_down"})"));
  EXPECT_GT(lockouts[0]["waited_us"], 1'500'000);
  EXPECT_EQ(lockouts[0]["to_us"].get<int>() - lockouts[0]["from_us"].get<int>(),
            lockouts[0]["waited_us"]);
  EXPECT_GT(lockouts[0]["cause_us"], 0);
  EXPECT_THAT(locklab({"run", "F29/stays_dead"}).out, HasSubstr("longest lock-out: nobody got in"));
}

TEST_F(CommandLine, ARunsNameReproducesItToTheByte) {
  const Finished first =
      locklab({"run", scenario, "--format", "json", "--seed", "7", "--set", "ttl_ms=40", "--set",
               "client.bob.work_ms=3", "--trace", folder / "first.trace"});
  const std::string name = json(first)["run"];
  EXPECT_THAT(name, HasSubstr("seed=7"));
  const Finished again =
      locklab({"run", name, "--format", "json", "--trace", folder / "again.trace"});
  EXPECT_EQ(again.out, first.out);
  EXPECT_GT(content(folder / "first.trace").size(), 1000u);
  EXPECT_EQ(content(folder / "first.trace"), content(folder / "again.trace"));

  // The same name as several arguments, as an unquoted shell line passes it.
  const std::string plain =
      json(locklab({"run", scenario, "--format", "json", "--seed", "7"}))["run"];
  const std::size_t space = plain.find(' ');
  const Finished words =
      locklab({"run", plain.substr(0, space), plain.substr(space + 1), "--format", "json"});
  EXPECT_EQ(json(words)["run"], plain);
}

TEST_F(CommandLine, AChangedFileIsSaid) {
  const std::string name = json(locklab({"run", scenario, "--format", "json"}))["run"];
  std::ofstream(scenario, std::ios::app) << "# a remark\n";
  const Finished run = locklab({"run", name, "--format", "json"});
  EXPECT_THAT(run.err, test::IsGolden());
  EXPECT_EQ(run.status, 0);
}

TEST_F(CommandLine, ATraceAndARunAreExportedByTheSuffix) {
  const std::string trace = folder / "t.trace";
  ASSERT_EQ(locklab({"run", scenario, "--trace", trace}).status, 0);
  const auto exported = [&](const std::string& what, const char* to, const char* language = "en") {
    EXPECT_EQ(locklab({"export", what, "--to", folder / to, "--language", language}).status, 0);
    return content(folder / to);
  };
  const std::string timeline = exported(trace, "t.txt");
  EXPECT_THAT(timeline, HasSubstr("alice has the lock"));
  const std::string_view mark = "\ngenerator: Lock Lab\n";
  ASSERT_THAT(timeline, testing::EndsWith(mark));
  EXPECT_THAT(locklab({"run", scenario}).out,
              StartsWith(timeline.substr(0, timeline.size() - mark.size())));
  EXPECT_TRUE(Json::parse(exported(trace, "t.json"))["traceEvents"].is_array());
  EXPECT_EQ(exported(scenario, "a.svg", "zh"), exported(trace, "b.svg", "zh"));
  EXPECT_THAT(
      exported("F06_pause_past_ttl", "a.html", "zh"),
      testing::AllOf(StartsWith("<!DOCTYPE html>\n<html lang=\"zh-CN\">"), HasSubstr("互斥性")));
}

TEST_F(CommandLine, AFullDiskIsSaidWithThree) {
  EXPECT_THAT(locklab({"run", scenario, "--trace", "/dev/full"}), EndedWith(3, test::IsGolden()));
}

TEST_F(CommandLine, AReaderThatHasSeenEnoughAndAWarningThatNobodyCanReadAreNoErrors) {
  // The pipe closes after one line; the program must not be killed by SIGPIPE.
  EXPECT_THAT(in_a_shell("set -o pipefail; locklab tour 2>&1 | head -n 1 >/dev/null"),
              testing::AnyOf(0, 1))
      << "an exit status of its own, no signal";
  EXPECT_EQ(in_a_shell("locklab run F04 --fault 'at 60ms heal' >/dev/null 2>/dev/full"), 0)
      << "its story is told as expected";
}

TEST_F(CommandLine, ListsSpeakJson) {
  for (const char* what : {"strategies", "scenarios", "faults", "properties"}) {
    const Finished list = locklab({"list", what, "--format", "json"});
    EXPECT_EQ(list.status, 0) << list.err;
    EXPECT_GT(json(list)[what].size(), 0u);
    const Json first = json(list)[what][0];
    const std::string id = first.value("name", first.value("id", ""));
    EXPECT_FALSE(id.empty());
    EXPECT_THAT(locklab({"list", what}).out, HasSubstr(id));
  }
}

TEST_F(CommandLine, AnAssetsFolderWithoutScenariosIsSaid) {
  EXPECT_THAT(locklab({"list", "scenarios"}, {"LOCKLAB_ASSETS=/nonexistent"}),
              EndedWith(2, test::IsGolden()));
}

TEST_F(CommandLine, WithoutADisplayItSaysSoAndTours) {
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  const Finished run = locklab({});
  EXPECT_THAT(run.err, test::IsGolden());
  EXPECT_THAT(run.out, HasSubstr("redlock"));
  EXPECT_EQ(run.status, locklab({"tour"}).status);
  const Finished opened = locklab({"--open", "F06"});
  EXPECT_THAT(opened, EndedWith(3, test::IsGolden()));
  EXPECT_EQ(opened.out, "");
}

TEST_F(CommandLine, AFileIsRunWhateverItsPathAndItsNameRunsItAgain) {
  for (const char* name : {"a b.toml", "saved#1.toml", "q'u\"ote.toml"}) {
    const std::string path = folder / name;
    write(path, "broken");
    const Finished run = locklab({"run", path, "--format", "json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const Finished again = locklab({"run", json(run)["run"], "--format", "json"});
    EXPECT_EQ(again.out, run.out) << again.err;
  }
}

TEST_F(CommandLine, AFaultThatNeverStruckIsSaidOnStandardError) {
  std::ofstream(scenario, std::ios::app)
      << "[[fault]]\nwhen = \"alice entered 99th time\"\ncrash = { client = \"alice\" }\n";
  for (const char* format : {"text", "json"}) {
    EXPECT_THAT(locklab({"run", scenario, "--format", format}), EndedWith(0, test::IsGolden()));
  }
}

TEST_F(CommandLine, OfManyFaultsThatNeverStruckTenAreNamedAndTheOthersCounted) {
  std::ofstream file(scenario, std::ios::app);
  for (int i = 0; i < 40; ++i)
    file << "[[fault]]\nwhen = \"alice entered 99th time\"\ncrash = { client = \"alice\" }\n";
  file.close();
  const Finished run = locklab({"run", scenario});
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 11) << run.err;
  EXPECT_THAT(run.err, test::IsGolden());
}

TEST_F(CommandLine, ChoicesThatDoNotFitTheRunAreSaidAlsoOfItsTrace) {
  EXPECT_EQ(locklab({"run", "bare set={choices=\"0:2/2\"}"}).err, "") << "these fit";
  for (const std::string choices : {"0:7/8", "5:2/7 99:9/9", "99:9/9", "99=5", "0=99999"}) {
    const std::string name = "bare set={choices=\"" + choices + "\"}";
    const std::string trace = folder / "misfit.trace";
    const Finished run = locklab({"run", name, "--format", "json", "--trace", trace});
    ASSERT_EQ(json(run)["warnings"].size(), 1u) << run.out;
    const std::string warning = json(run)["warnings"][0];
    EXPECT_THAT(warning, test::IsGolden(choices));
    EXPECT_EQ(run.err, "locklab: " + warning + "\n");
    EXPECT_EQ(locklab({"run", trace}).err, run.err);
  }
}

TEST_F(CommandLine, TheLibrarysFaultsAllStrikeAndTheOnesOfTheSimulatorAloneAreTold) {
  const Json list = json(locklab({"list", "scenarios", "--format", "json"}));
  for (const Json& entry : list["scenarios"])
    EXPECT_EQ(entry["live"], entry["name"] != "F38_split_brain") << entry["name"];
  for (const Json& entry : list["scenarios"]) {
    const std::string name = entry["name"];
    std::vector<std::string> runs{name};
    for (const Json& variation : entry["variations"])
      runs.push_back(name + "/" + variation.get<std::string>());
    for (const std::string& run : runs)
      EXPECT_EQ(locklab({"run", run, "--format", "json"}).err, "") << run;
  }
}

TEST_F(CommandLine, AChangedRunThatIsNotAsExpectedSaysWhoseExpectationsItFailed) {
  EXPECT_THAT(outcome(locklab({"run", "F06", "--strategy", "fenced"})), test::IsGolden("fenced"));
  EXPECT_THAT(outcome(locklab({"run", "F06", "--set", "ttl_ms=900"})), test::IsGolden("ttl_ms"));
}

TEST_F(CommandLine, AnotherStrategyRunsWhereTheFaultsNeedMoreNodesThanItUses) {
  EXPECT_EQ(locklab({"run", "F12", "--strategy", "watchdog"}).status, 0);
  EXPECT_EQ(locklab({"run", "F16", "--strategy", "set_px_lua"}).status, 0);
}

}  // namespace
}  // namespace locklab::app
