// Command-line usage: valid and invalid calls, and no escape sequence of a foreign file reaches the
// terminal.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "app/words/display_text.h"
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

TEST(Usage, WrongArgumentsAreSaidInTheProgramsOwnWordsAndInBothLanguages) {
  const std::vector<std::vector<std::string>> cases{
      {"--nonsense"},
      {"rnu"},
      {"tuor"},
      {"tour", "list"},
      {"list", "scenaros"},
      {"run"},
      {"run", ""},
      {"run", "F99_nothing_like_it"},
      {"run", "/tmp"},
      {"run", "/dev/../etc/passwd"},
      {"run", "/dev/zero"},
      {"run", "absent"},
      {"run", "absent.toml"},
      {"run", "absent.trace"},
      {"run", "F04", "F06"},
      {"run", "F04", "seed"},
      {"run", "F04", "-x"},
      {"run", "F04", "--sed", "3"},
      {"run", "F04", "--seed="},
      {"run", "F04", "--seed", "-3"},
      {"run", "F04", "--seed", "99999999999999999999"},
      {"run", "F04", "--seed", "1", "--seed", "2"},
      {"run", "F04", "--strategy", "set_px_lau"},
      {"run", "F04", "--set"},
      {"run", "F04", "--set", "ttl_ms"},
      {"run", "F04", "--set", "tll_ms=3"},
      {"run", "F04", "--set", "ttl_ms=[1"},
      {"run", "F04", "--set", "foo=1"},
      {"run", "F04", "--set", "language=zh"},
      {"run", "F04", "--set", "all_events=true"},
      {"run", "F04", "--set", "strategy=redlock", "--strategy", "fenced"},
      {"run", "F04", "--set", "ttl_ms=50, seed=3", "--seed", "4"},
      {"run", "F04", "--format", "xml"},
      {"run", "F04", "--trace", "-"},
      {"run", "F04", "--processes"},
      {"run", "F04", "--live=foo"},
      {"run", "F04", "--live=3"},
      {"run", "F04", "--live", "--redis", "a"},
      {"run", "F04", "--redis", ""},
      {"run", "F04", "--redis", "localhost:1,localhost:1"},
      {"run", "F04", "--redis", "localhost:1,localhost:2"},
      {"run", "F04", "--redis", "user:secret@localhost:1"},
      {"run", "F04", "--redis", "redis://:secret@localhost:1"},
      {"run", "F04", "--password", "secret"},
      {"run", "F04", "--user", "bob"},
      {"run", "F04", "--ask-password"},
      {"export", "F04"},
      {"export", "F04", "--to", "x"},
      {"export", "F04", "--to", "x.pdf"},
      {"export", "F04", "--to", "x.svg", "--language", "fr"},
      {"export", "F04", "F05", "--to", "x.txt"},
      {"export", "F27 set={rounds=2000}", "--to", "x.html"},
      {"export", "F99_nothing_like_it", "--to", "x.txt"},
      {"export", "/dev/null", "--to", "x.txt"},
      {"export", "/etc/passwd", "--to", "x.txt"},
      {"export", "absent.trace", "--to", "x.txt"},
      {"explore"},
      {"explore", "--strategy", "redlock", "--clients", "9"},
      {"explore", "--strategy", "redlock", "--clients", "x"},
      {"explore", "--strategy", "redlock", "--faults", "paus=1"},
      {"explore", "--strategy", "redlock", "--property", "mutual"},
      {"explore", "--strategy", "redlock", "--shard", "9/8"},
      {"explore", "--strategy", "redlock", "--set", "threads=2"},
      {"explore", "--strategy", "redlock", "--set", "clients=3", "--clients", "2"},
      {"explore", "--strategy", "redlock", "--set", "nodes=3", "--nodes", "2"},
      {"explore", "--strategy", "redlock", "--set", "rounds=3", "--rounds", "2"},
      {"explore", "--strategy", "redlock", "--set", "strategy=3", "--seconds", "2"},
      {"matrix", "--again=3"},
      {"matrix", "--grounds", "--format", "json"},
      {"matrix", "--strategy", "set_px_lu"},
      {"stress", "--clients", "8", "--processes"},
      {"merge"},
      {"merge", "absent"},
      {"bench"},
      {"bench", "x"},
      {"bench", "sims"},
      {"bench", "explore", "--spin=x"},
      {"bench", "gui", "--repeat", "2"},
      {"bench", "compare", "old.json", "new.json"},
  };
  for (const auto& arguments : cases) expect_refused(arguments);
}

TEST(Usage, AnEmptyTraceIsSaidToBeEmpty) {
  const test::ScratchFolder folder;
  const std::string empty = folder / "x.trace";
  std::ofstream(empty).flush();
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"run", empty}, {"export", empty, "--to", folder / "x.txt"}, {"--open", empty}}) {
    EXPECT_THAT(locklab(arguments), EndedWith(2, test::IsGolden()));
  }
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
  for (const char* asked : {"-V", "-v", "version"})
    EXPECT_EQ(locklab({asked}).out, locklab({"--version"}).out) << asked;
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

TEST(AsTyped, IsReadBackByAShell) {
  const std::vector<const char*> words{
      "locklab", "stress", "",     "a b",  "--set", "order=\"parallel\"",
      "bob's",   "$HOME",  "`id`", "a\\b", "*",     "!x"};
  std::string typed = as_typed(static_cast<int>(words.size()), words.data());
  const test::ScratchFolder folder;
  const std::string said = folder / "said";
  ASSERT_EQ(in_a_shell(typed.replace(0, 7, "printf '%s\\n'") + " >'" + said + "'"), 0);
  std::string expected;
  for (std::size_t i = 1; i < words.size(); ++i) expected += words[i] + std::string("\n");
  EXPECT_EQ(content(said), expected);
}

TEST(Usage, AClosedStandardOutputIsSaidWithThree) {
  const test::ScratchFolder folder;
  const std::string said = folder / "said";
  EXPECT_EQ(in_a_shell("locklab run F12 >&- 2>'" + said + "'"), 3);
  EXPECT_THAT(content(said), test::IsGolden());
}

TEST(Usage, WhatIsToBeOpenedMustBeThereAlsoWithoutADisplay) {
  for (const char* what : {"nosuch", "/dev/zero"}) {
    const Finished ended = locklab({"--open", what});
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, test::IsGolden());
    EXPECT_THAT(ended.out, IsEmpty());
  }
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
  EXPECT_THAT(locklab({"export", "F04", "--to", folder / ".html"}), EndedWith(2, test::IsGolden()));
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
    EXPECT_THAT(locklab({command, file}), EndedWith(2, test::IsGolden()));
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
  EXPECT_THAT(locklab({"run", trace, "--seed", "3"}), EndedWith(2, test::IsGolden()));
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
}

TEST(Usage, NamesAreTheSameInSmallAndCapitalLetters) {
  const auto report = [](const std::vector<std::string>& arguments) {
    return json::parse(locklab(joined(arguments, {"--format", "JSON"})).out);
  };
  EXPECT_EQ(report({"run", "f06/Fenced"}), report({"run", "F06_pause_past_ttl/fenced"}));
  EXPECT_EQ(report({"run", "F06", "--strategy", "REDLOCK"})["strategy"], "redlock");
  EXPECT_EQ(report({"list", "Faults"}), report({"list", "faults"}));
  EXPECT_EQ(report({"explore", "--strategy", "Set_PX_lua", "--property", "No_Deadlock"})["result"],
            "holds_within_bounds");
  EXPECT_EQ(
      report({"matrix", "--strategy", "Fenced", "--faults", "Pause"})["cells"][0]["properties"],
      report({"matrix", "--strategy", "fenced", "--faults", "pause"})["cells"][0]["properties"]);
}

TEST(Usage, ANameIsExplainedWhereverItBelongs) {
  const auto names = [](const char* word) {
    std::vector<std::string> all;
    const json lists = json::parse(locklab({"help", word, "--format", "json"}).out);
    for (const auto& [kind, items] : lists.items())
      for (const json& item : items)
        all.push_back(kind + ' ' + item.value("name", item.value("id", "")));
    return all;
  };
  EXPECT_THAT(names("F06"), testing::ElementsAre("scenarios F06_pause_past_ttl"));
  EXPECT_THAT(names("watchdog"), testing::ElementsAre("strategies watchdog"));
  EXPECT_THAT(names("Mutual_Exclusion"), testing::ElementsAre("properties mutual_exclusion"));
  EXPECT_THAT(names("pause"), testing::ElementsAre("faults pause"));
  EXPECT_THAT(locklab({"help", "F06"}).out, HasSubstr("/fenced"));
  EXPECT_EQ(locklab({"help", "nonsense"}).status, 2);
  EXPECT_THAT(locklab({"help", "rnu"}).err, HasSubstr("run"));
}

TEST(Usage, AloneAListNamesWhatCanBeListed) {
  const json lists = json::parse(locklab({"list", "--format", "json"}).out)["lists"];
  EXPECT_EQ(lists, json({"strategies", "scenarios", "faults", "properties"}));
  for (const std::string kind : lists) {
    EXPECT_EQ(locklab({"list", kind}).status, 0) << kind;
    EXPECT_THAT(locklab({"list"}).out, HasSubstr(kind));
  }
}

TEST(Usage, AnExportTakesTheChangesThatARunTakes) {
  const test::ScratchFolder folder;
  const auto text = [&](const std::vector<std::string>& changes) {
    const std::string file = folder / "run.txt";
    EXPECT_EQ(locklab(joined({"export", "F06", "--to", file}, changes)).status, 0);
    return content(file);
  };
  EXPECT_THAT(text({"--strategy", "redlock", "--seed", "7"}),
              testing::AllOf(HasSubstr("redlock"), HasSubstr("seed 7")));
  EXPECT_NE(text({"--set", "ttl_ms=5000"}), text({}));
  const std::string trace = folder / "run.trace";
  ASSERT_EQ(locklab({"run", "F06", "--trace", trace}).status, 0);
  EXPECT_EQ(locklab({"export", trace, "--to", folder / "run.svg", "--seed", "7"}).status, 2);
}

TEST(Usage, OfALongArgumentOnlyTheBeginningIsQuoted) {
  const std::string long_word(100'000, 'x');
  const std::vector<std::vector<std::string>> cases{
      {long_word},
      {"run", long_word},
      {"run", "F04", long_word},
      {"run", "F04", "--" + long_word},
      {"run", "F04", "--strategy", long_word},
      {"run", "F04", "--set", long_word},
      {"run", "F04", "--set", "ttl_ms=" + long_word},
      {"run", "F04", "--seed", long_word},
      {"run", "F04", "--fault", long_word},
      {"run", "F04", "--fault", "at 60ms pause " + long_word},
      {"run", "F04", "--fault", "when " + long_word + ": crash alice"},
      {"explore", "--strategy", "redlock", "--faults", long_word},
      {"explore", "--strategy", "redlock", "--property", long_word},
      {"matrix", "--strategy", long_word},
      {"list", long_word},
      {"stress", "--keys", long_word},
      {"stress", "--fault", "at 3s pause " + long_word}};
  for (const std::vector<std::string>& words : cases) {
    const Finished ended = locklab(words);
    EXPECT_EQ(ended.status, 2) << ended.err.substr(0, 200);
    EXPECT_LT(ended.err.size(), 600u) << ended.err.substr(0, 200);
  }
}

/// The lines wider than a terminal of 80 columns, but for commands and settings to be copied.
std::vector<std::string> wide_lines(const Finished& finished) {
  std::vector<std::string> wide;
  std::istringstream lines(finished.out + finished.err);
  for (std::string line; std::getline(lines, line);)
    if (display_width(line) > 80 && !line.starts_with("  locklab run '") &&
        !line.starts_with("    --set '"))
      wide.push_back(line);
  return wide;
}

TEST(Usage, NoLineIsWiderThanATerminalOf80Columns) {
  const std::string long_word(100, 'x');
  for (const char* command : {"tour", "list", "run", "explore", "merge", "matrix", "export", "quiz",
                              "stress", "bench", "help"})
    EXPECT_THAT(wide_lines(locklab({command, "--help"}, {"COLUMNS=80"})), IsEmpty()) << command;
  const std::vector<std::vector<std::string>> cases{
      {"tour"},
      {"list", "strategies"},
      {"list", "scenarios"},
      {"list", "faults"},
      {"list", "properties"},
      {"matrix"},
      {"matrix", "--traits"},
      {"matrix", "--grounds"},
      {"run", "F06"},
      {"run", "F06", "--fault", "at 60ms delay alice n1"},
      {"run", "F06", "--set", long_word},
      {"run", long_word + ' ' + long_word},
      {"explore", "--strategy", "set_px_lua", "--faults", "pause=1"},
      {"explore", "--strategy", "set_px_lua", "--property", "quota"},
      {"explore", "--strategy", "setnx_del", "--faults", "crash=1", "--property", "no_deadlock"},
      {"explore", "--strategy", "redlock", "--faults", "power=1", "--seconds", "0.2"},
      {"export", "F06", "--to", long_word},
      {"stress", "--keys", long_word}};
  for (const std::vector<std::string>& words : cases)
    for (const char* language : {"en", "zh"})
      EXPECT_THAT(wide_lines(locklab(joined(words, {"--language", language}), {"COLUMNS=80"})),
                  IsEmpty())
          << words.front() << ' ' << words.back() << ' ' << language;
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
