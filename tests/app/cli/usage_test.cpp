// How the program may be called, what it says where it is called otherwise, and that a stranger's
// words command no terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "tests/app/cli/program.h"
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
  EXPECT_THAT(toml({"ttl_ms=5", "ttl_ms=6"}), HasSubstr("'ttl_ms' is set twice; set it once"));
  EXPECT_THAT(toml({"ttl_ms=5"}, "{ttl_ms=6, node=[{name=\"n1\"}]}"), HasSubstr("is set twice"));
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
  EXPECT_THAT(bench.err, HasSubstr("did you mean --spin-peer?"));
}

TEST(Usage, HelpIsACommandAndNamesStatusesAndVariables) {
  const Finished help = locklab({"help"});
  EXPECT_EQ(help.status, 0);
  for (const char* said : {"Exit status:", "LOCKLAB_REDIS_PASSWORD", "LOCKLAB_ASSETS", "Examples:"})
    EXPECT_THAT(help.out, HasSubstr(said));
  EXPECT_EQ(locklab({"help", "run"}).out, locklab({"run", "--help"}).out);
  EXPECT_THAT(locklab({"run", "--help"}).out, HasSubstr("locklab run F12 --strategy redlock"));
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
  EXPECT_EQ(shell_quoted("甲.toml"), "'甲.toml'");
  EXPECT_EQ(shell_quoted("\x1b[31m'\\\n"), "$'\\x1b[31m\\'\\\\\\x0a'");
}

TEST(Usage, AClosedStandardOutputIsSaidWithThree) {
  const test::ScratchFolder folder;
  const std::string said = folder / "said";
  const std::string command = "'" LOCKLAB_BINARY_DIR "/locklab' run F12 >&- 2>'" + said + "'";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  std::ifstream in(said);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}),
              HasSubstr("cannot write to standard output: it is closed"));
}

TEST(Usage, WhatIsToBeOpenedMustBeThereAlsoWithoutADisplay) {
  const Finished ended = locklab({"--open", "nosuch"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("'nosuch' is not a scenario"));
  EXPECT_THAT(ended.out, IsEmpty());
}

TEST(Usage, APlaceThatCannotTakeTheTraceIsSaidBeforeTheRun) {
  const test::ScratchFolder folder;
  const Finished ended = locklab({"run", "F04", "--trace", folder.path().string()});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("it is a folder"));
  EXPECT_THAT(ended.out, IsEmpty()) << "it ran first";
}

TEST(Usage, ASuffixIsReadInAnyCaseAndIsNotTheWholeName) {
  const test::ScratchFolder folder;
  EXPECT_EQ(locklab({"export", "F04", "--to", folder / "x.JSON"}).status, 0);
  const Finished hidden = locklab({"export", "F04", "--to", folder / ".html"});
  EXPECT_EQ(hidden.status, 2);
  EXPECT_THAT(hidden.err, HasSubstr("does not say what to write"));
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
    EXPECT_THAT(ended.err, HasSubstr("the file is too large"));
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
  EXPECT_THAT(locklab({"run", trace}).out, HasSubstr("alice ACQUIRES"));
  const Finished changed = locklab({"run", trace, "--seed", "3"});
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, HasSubstr("is a saved trace"));
}

TEST(Usage, ALiveRunsJsonNamesNoRunThatTheSimulatorWouldMake) {
  const Finished live = locklab({"run", "F04", "--live", "--format", "json"});
  const json report = json::parse(live.out);
  EXPECT_EQ(report["world"], "live");
  EXPECT_TRUE(report["run"].is_null());
  EXPECT_THAT(report["again"].get<std::string>(), testing::EndsWith(" --live"));
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
