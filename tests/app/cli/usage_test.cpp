// How the program may be called, what it says where it is called otherwise, and that a stranger's
// words command no terminal.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "tests/app/cli/program.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string toml(const std::vector<std::string>& settings, const std::string& before = {}) {
  const auto made = settings_as_toml(settings, before);
  const auto* problem = std::get_if<sim::Problem>(&made);
  return problem ? sim::to_string(*problem) : std::get<std::string>(made);
}

TEST(Settings, AreKeysWithValuesOrToml) {
  EXPECT_EQ(toml({"ttl_ms=100"}), "ttl_ms=100");
  EXPECT_EQ(toml({"order=parallel", "work_ms=20"}), "order=\"parallel\", work_ms=20");
  EXPECT_EQ(toml({"work_ms=20, order=\"parallel\""}), "work_ms=20, order=\"parallel\"");
  EXPECT_EQ(toml({"work_ms=1.5"}), "work_ms=1.5");
}

TEST(Settings, AreSetOnce) {
  EXPECT_THAT(toml({"ttl_ms=5", "ttl_ms=6"}), test::IsGolden());
  EXPECT_THAT(toml({"ttl_ms=5"}, "{ttl_ms=6, node=[{name=\"n1\"}]}"), test::IsGolden());
  EXPECT_EQ(toml({"name=x"}, "{node=[{name=\"n1\"}]}"), "name=\"x\"") << "another table's";
}

TEST(Usage, ASearchTakesSettingsAsARunDoes) {
  const Finished found =
      locklab({"explore", "--strategy", "redlock", "--set", "order=parallel", "--set", "work_ms=20",
               "--property", "quota", "--format", "json"});
  EXPECT_THAT(json::parse(found.out)["bounds"]["run"], HasSubstr("order=\"parallel\", work_ms=20"));
}

TEST(Usage, AnUnknownOptionIsSaidWithTheNearestOfItsCommand) {
  const Finished run = locklab({"run", "F04", "--sed", "3"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("locklab run has no option --sed; did you mean --seed?"));
  EXPECT_THAT(run.err, HasSubstr("locklab run --help lists"));
  const Finished bench = locklab({"bench", "explore", "--spin=x"});
  EXPECT_EQ(bench.status, 2);
  EXPECT_THAT(bench.err, test::IsGolden());
}

TEST(Usage, WrongArgumentsAreSaidInTheProgramsOwnWordsAndInBothLanguages) {
  struct Case {
    std::vector<std::string> arguments;
    const char* english;
    const char* chinese;
  };
  const std::vector<Case> cases{
      {{"run", "F04", "--set"},
       "--set: a value must follow it; write for example: --set ttl_ms=500",
       "--set：它后面要有一个值"},
      {{"run", "F04", "--seed="},
       "--seed: a value must follow it; write for example: --seed 7",
       "--seed：它后面要有一个值"},
      {{"run", "F04", "--seed", "1", "--seed", "2"},
       "--seed: it is given 2 times; keep one",
       "--seed：它写了 2 次；请只保留一个"},
      {{"run", "F04", "--live=foo"},
       "--live: it takes no value; write --live alone",
       "--live：它不带值"},
      {{"run", "F04", "--live=3"},
       "--live: it takes no value; write --live alone",
       "--live：它不带值"},
      {{"matrix", "--again=3"},
       "--again: it takes no value; write --again alone",
       "--again：它不带值"},
      {{"run", "F04", "--live", "--redis", "a"},
       "contradict each other; keep one of them",
       "互相矛盾；请只保留其中一个"},
      {{"matrix", "--grounds", "--format", "json"},
       "contradict each other; keep one of them",
       "互相矛盾；请只保留其中一个"},
      {{"run", "F04", "--format", "xml"},
       "--format: 'xml' is not possible here; use text or json",
       "--format：这里不能写“xml”；可用的有 text 或 json"},
      {{"run", "F04", "-x"},
       "locklab run has no option -x; locklab run --help lists them all",
       "locklab run 没有选项 -x"},
      {{"stress", "--clients", "8", "--processes"},
       "pause the holder, which does the same to the lock: --fault \"at 3s pause holder 800ms\"",
       "--processes：它曾让每个客户端成为独立进程"},
      {{"explore", "--strategy", "redlock", "--clients", "9"},
       "--clients: '9' is too large; write a whole number from 1 to 6",
       "--clients：“9”太大；请写 1 到 6 的整数"},
      {{"explore", "--strategy", "redlock", "--clients", "x"},
       "--clients: 'x' is not a valid whole number",
       "--clients：“x”不是有效的整数"},
      {{"merge"},
       "locklab: merge: FILES is missing; write for example: locklab merge part1.json",
       "locklab: merge：缺少 FILES"},
      {{"explore"}, "locklab: explore: --strategy is missing", "locklab: explore：缺少 --strategy"},
      {{"tour", "list"}, "locklab: tour: 'list' is one word too many", "多了一个词“list”"},
      {{"export", "F04", "F05", "--to", "x.txt"},
       "locklab: export: 'F05' is one word too many",
       "多了一个词“F05”"},
      {{"bench", "x"},
       "locklab: bench: 'x' is not a benchmark; use sim, explore, gui or live",
       "locklab: bench：没有“x”这个测量项目；可用的有 sim、explore、gui 或 live"},
      {{"bench", "compare", "old.json", "new.json"},
       "/usr/share/benchmark/compare.py benchmarks old.json new.json\n",
       "locklab: bench compare：两个文件由 Google Benchmark 的 compare.py 来比较"},
      {{"bench"},
       "locklab: bench: the name of a benchmark is missing; use sim",
       "locklab: bench：缺少要测量的项目"},
      {{"run", "F04", "--set", "foo=1"},
       "locklab: --set: unknown key 'foo' in the scenario; use for example strategy, key, ttl_ms,",
       "locklab: --set：情节中没有“foo”这个键；例如可用 strategy、key、ttl_ms、"},
      {{"run", "F04", "--set", "language=zh"},
       "--set: 'language' is an option of locklab run, not a setting of the scenario; write "
       "--language and its value",
       "--set：“language”是 locklab run 的选项，不是情节的设置；请写 --language 加上它的值"},
      {{"explore", "--strategy", "redlock", "--set", "threads=2"},
       "'threads' is an option of locklab explore",
       "“threads”是 locklab explore 的选项"},
      {{"run", "F04", "--set", "all_events=true"}, "write --all-events\n", "请写 --all-events\n"},
      {{"run", "F04", "--set", "ttl_ms=[1"}, "--set: 'ttl_ms=[1' cannot be read; write for", ""},
      {{"rnu"}, "'rnu' is not a command; did you mean 'run'?", "没有命令“rnu”"},
  };
  for (const Case& one : cases) {
    const Finished english = locklab(one.arguments);
    EXPECT_EQ(english.status, 2);
    EXPECT_THAT(english.err, HasSubstr(one.english));
    std::vector<std::string> in_chinese = one.arguments;
    in_chinese.insert(in_chinese.begin() + 1, "--language=zh");
    EXPECT_THAT(locklab(in_chinese).err, HasSubstr(one.chinese));
  }
}

TEST(Usage, ASettingThatAnOptionContradictsIsRefused) {
  const Finished strategy =
      locklab({"run", "F04", "--set", "strategy=redlock", "--strategy", "fenced"});
  EXPECT_EQ(strategy.status, 2);
  EXPECT_THAT(strategy.err, test::IsGolden());
  const Finished seed = locklab({"run", "F04", "--set", "ttl_ms=50, seed=3", "--seed", "4"});
  EXPECT_THAT(seed.err, test::IsGolden());
  for (const char* key : {"clients", "nodes", "rounds", "strategy"}) {
    const std::string option = std::string("--") + key;
    const Finished search =
        locklab({"explore", "--strategy", "redlock", "--set", std::string(key) + "=3",
                 option == "--strategy" ? "--seconds" : option, "2"});
    EXPECT_EQ(search.status, 2);
    EXPECT_THAT(search.err, HasSubstr("is set twice: by --set and by " + option));
  }
}

TEST(Usage, OneRunNamesOneScenario) {
  const Finished two = locklab({"run", "F04", "F06"});
  EXPECT_EQ(two.status, 2);
  EXPECT_THAT(two.err, test::IsGolden());
  EXPECT_THAT(locklab({"run", "F04", "seed"}).err, test::IsGolden());
}

TEST(Usage, WhatIsNoFileIsSaidToBeNone) {
  const test::ScratchFolder folder;
  const std::string to = folder / "x.txt";
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"run", "/dev/zero"}, {"export", "/dev/null", "--to", to}, {"--open", "/dev/zero"}}) {
    const Finished ended = locklab(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, test::IsGolden());
  }
  const Finished absent = locklab({"run", folder / "absent"});
  EXPECT_EQ(absent.status, 2);
  EXPECT_THAT(absent.err, test::IsGolden());
}

TEST(Usage, AnEmptyTraceIsSaidToBeEmpty) {
  const test::ScratchFolder folder;
  const std::string empty = folder / "x.trace";
  std::ofstream(empty).flush();
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"run", empty}, {"export", empty, "--to", folder / "x.txt"}, {"--open", empty}}) {
    const Finished ended = locklab(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, test::IsGolden());
  }
  EXPECT_THAT(locklab({"run", "absent.trace"}).err, test::IsGolden());
}

TEST(Usage, HelpIsACommandAndNamesStatusesAndVariables) {
  const Finished help = locklab({"help"});
  EXPECT_EQ(help.status, 0);
  for (int status = 0; status <= exit_not_finished; ++status)
    EXPECT_THAT(help.out, HasSubstr(fmt::format("\n  {}  ", status)));
  for (const char* said : {"Exit status:", "LOCKLAB_REDIS_PASSWORD", "LOCKLAB_ASSETS", "Examples:"})
    EXPECT_THAT(help.out, HasSubstr(said));
  EXPECT_EQ(locklab({"help", "run"}).out, locklab({"run", "--help"}).out);
  EXPECT_THAT(locklab({"run", "--help"}).out, HasSubstr("locklab run F06 --strategy redlock"));
  EXPECT_EQ(locklab({"help", "rnu"}).status, 2);
  EXPECT_EQ(locklab({"-V"}).out, locklab({"--version"}).out);
}

TEST(Usage, WhatAStrangerWroteCommandsNoTerminal) {
  const std::string evil = "\x1b[31mred\x1b]0;title\x07";
  const test::ScratchFolder folder;
  const std::string file = folder / (evil + ".toml");
  std::ofstream(file) << "strategy = \"set_px_lua\"\n";
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"run", file},
           {"run", folder / (evil + "none.toml")},
           {"run", "F04", "--redis", evil + "host:1"},
           {"run", "F04", "--redis", "127.0.0.1:" + evil},
           {"run", "F04", "--trace", folder / (evil + "/x.trace")},
           {"run", "F04", "--format", evil},
           {"export", folder / (evil + ".trace"), "--to", folder / "x.txt"},
           {"merge", folder / evil},
           {evil},
           {"--" + evil}}) {
    const Finished ended = locklab(arguments);
    EXPECT_THAT(ended.out + ended.err, Not(HasSubstr("\x1b"))) << arguments.front();
    EXPECT_THAT(ended.out + ended.err, Not(HasSubstr("\x07"))) << arguments.front();
  }
}

TEST(ShellQuoted, IsOneWordThatAShellReadsBack) {
  EXPECT_EQ(shell_quoted("F04 seed=2"), "'F04 seed=2'");
  EXPECT_EQ(shell_quoted("bob's"), "'bob'\\''s'");
  EXPECT_THAT(shell_quoted("甲.toml"), test::IsGolden());
  EXPECT_EQ(shell_quoted("\x1b[31m'\\\n"), "$'\\x1b[31m\\'\\\\\\x0a'");
}

TEST(Usage, AClosedStandardOutputIsSaidWithThree) {
  const test::ScratchFolder folder;
  const std::string said = folder / "said";
  const std::string command = "'" LOCKLAB_BINARY_DIR "/locklab' run F12 >&- 2>'" + said + "'";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  std::ifstream in(said);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), test::IsGolden());
}

TEST(Usage, WhatIsToBeOpenedMustBeThereAlsoWithoutADisplay) {
  const Finished ended = locklab({"--open", "nosuch"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, test::IsGolden());
  EXPECT_THAT(ended.out, IsEmpty());
}

TEST(Usage, APlaceThatCannotTakeTheTraceIsSaidBeforeTheRun) {
  const test::ScratchFolder folder;
  const Finished ended = locklab({"run", "F04", "--trace", folder.path().string()});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, test::IsGolden());
  EXPECT_THAT(ended.out, IsEmpty()) << "it ran first";
}

TEST(Usage, ASuffixIsReadInAnyCaseAndIsNotTheWholeName) {
  const test::ScratchFolder folder;
  EXPECT_EQ(locklab({"export", "F04", "--to", folder / "x.JSON"}).status, 0);
  const Finished hidden = locklab({"export", "F04", "--to", folder / ".html"});
  EXPECT_EQ(hidden.status, 2);
  EXPECT_THAT(hidden.err, test::IsGolden());
}

TEST(Usage, ALargeSeedIsATextInJson) {
  const auto seed = [](const char* text) {
    return json::parse(locklab({"run", "F04", "--seed", text, "--format", "json"}).out)["seed"];
  };
  EXPECT_EQ(seed("7"), 7);
  EXPECT_EQ(seed("9007199254740992"), 9007199254740992u);
  EXPECT_EQ(seed("9007199254740993"), "9007199254740993");
}

TEST(Usage, AFileThatIsTooLargeIsRefusedUnread) {
  const test::ScratchFolder folder;
  const std::string file = folder / "large.toml";
  std::ofstream(file) << "x";
  std::filesystem::resize_file(file, std::uintmax_t{3} << 30);  // sparse
  for (const char* command : {"run", "merge"}) {
    const Finished ended = locklab({command, file});
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, test::IsGolden());
  }
}

TEST(Usage, ASavedTraceIsToldAndJudgedAgain) {
  const test::ScratchFolder folder;
  const std::string trace = folder / "x.trace";
  const json first = json::parse(locklab({"run", "F06", "--trace", trace, "--format", "json"}).out);
  const Finished again = locklab({"run", trace, "--format", "json"});
  EXPECT_EQ(again.status, 0) << again.err;
  const json second = json::parse(again.out);
  EXPECT_EQ(second["verdicts"], first["verdicts"]);
  EXPECT_EQ(second["trace_hash"], first["trace_hash"]);
  EXPECT_EQ(second["again"], "locklab run '" + trace + "'");
  EXPECT_THAT(locklab({"run", trace}).out, HasSubstr("alice has the lock"));
  const Finished changed = locklab({"run", trace, "--seed", "3"});
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, test::IsGolden());
}

TEST(Usage, ALiveRunsJsonNamesNoRunThatTheSimulatorWouldMake) {
  const Finished live = locklab({"run", "F04", "--live", "--format", "json"});
  const json report = json::parse(live.out);
  EXPECT_EQ(report["world"], "live");
  EXPECT_TRUE(report["run"].is_null());
  EXPECT_THAT(report["again"].get<std::string>(), testing::EndsWith(" --live"));
  EXPECT_THAT(report["beside_simulation"].get<std::string>(), HasSubstr("simulator"));
}

TEST(Usage, ClientsAreProcessesWhereTheRunIsLive) {
  const Finished live = locklab({"run", "F06", "--live", "--processes", "--format", "json"});
  EXPECT_LE(live.status, 1) << "a busy machine may play another story: " << live.err;
  const json report = json::parse(live.out);
  EXPECT_EQ(report["world"], "live");
  EXPECT_THAT(report["again"].get<std::string>(), testing::EndsWith(" --live --processes"));
  const Finished simulated = locklab({"run", "F06", "--processes"});
  EXPECT_EQ(simulated.status, 2);
  EXPECT_THAT(simulated.err, HasSubstr("--processes is for live runs"));
}

TEST(Usage, TheTraitsHaveTheFormThatIsAskedFor) {
  const auto in = [](const char* format) {
    return locklab({"matrix", "--traits", "--strategy", "setnx_del", "--faults", "crash",
                    "--format", format})
        .out;
  };
  const json traits = json::parse(in("json"));
  EXPECT_EQ(traits["locks"][0]["strategy"], "setnx_del");
  EXPECT_EQ(traits["locks"][0]["traits"][1]["trait"], "timeout");
  EXPECT_EQ(traits["locks"][0]["traits"][1]["verdict"], "broken");
  EXPECT_THAT(in("html"), HasSubstr("<th>setnx_del</th>"));
  EXPECT_THAT(in("markdown"), HasSubstr("| `setnx_del` |"));
  EXPECT_THAT(in("text"), HasSubstr("✗ F01"));
  EXPECT_THAT(in("text"), Not(HasSubstr("|")));
}

}  // namespace
}  // namespace locklab::app
