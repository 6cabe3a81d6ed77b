// A run's name describes the whole run, and reads back.
#include "sim/scenario/run_name.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"

namespace locklab::sim {
namespace {

namespace fs = std::filesystem;

RunName parsed(std::string_view line) { return value_of(parse_run_name(line)); }

TEST(RunName, PrintsWhatItReads) {
  for (std::string_view line :
       {"F12_redlock_clock_jump", "F12/saved", "F12/saved#1a2b3c4d", "F12#00000001 seed=7",
        "F12 strategy=redlock", "F12 set={ttl_ms=100}",
        "F12/saved#1a2b3c4d seed=18446744073709551615 strategy=redlock set={ttl_ms=100, key=\"a "
        "b{}\"} "
        "fault={at_ms=61, jump={node=\"n3\", ms=50}} fault={when=\"bob's claim to n1\", "
        "plus_ms=0.5, "
        "crash={client=\"bob\"}}",
        "./my/file.toml", "./my/file.toml/saved#1a2b3c4d", "\"/my folder/a#b.toml/saved\" seed=3"})
    EXPECT_EQ(to_string(parsed(line)), line);
}

TEST(RunName, ReadsEveryPart) {
  const RunName run = parsed(
      "F12/saved#1a2b3c4d seed=7  strategy=redlock set={ ttl_ms = 1_00 } fault={at_ms=6, x={}}");
  EXPECT_EQ(run.scenario, "F12");
  EXPECT_EQ(run.variation, "saved");
  EXPECT_EQ(run.hash, 0x1a2b3c4du);
  EXPECT_EQ(run.changes.seed, 7u);
  EXPECT_EQ(run.changes.strategy, "redlock");
  EXPECT_EQ(run.changes.set, "{ttl_ms=100}");
  EXPECT_EQ(run.changes.faults, std::vector<std::string>{"{at_ms=6, x={}}"});
}

/// The run with this name, or the problem with the name or its content.
std::variant<OpenedRun, Problem> opening(std::string_view line) {
  const auto name = parse_run_name(line);
  if (const auto* problem = std::get_if<Problem>(&name)) return *problem;
  return open_run(Library(), std::get<RunName>(name));
}

TEST(RunName, SaysWhatIsWrongAndWhere) {
  constexpr std::pair<std::uint32_t, const char*> names[] = {
      {1, ""},
      {4, "F12#12"},
      {5, "F12 sed=7"},
      {5, "F12 choices=0110"},
      {10, "F12 seed=-7"},
      {17, "F12 seed=1 seed=2"},
      {5, "F12 seed"},
      {9, "F12 set=3"},
      {9, "F12 set={ttl_ms=100"},
      {9, "F12 set={ttl_ms=}"},
      {12, "F12 set={} set={}"},
      {1, "\"F12"},
      {9, "F06 set={ttl_ms=1, ttl_ms=2}"},
      {9, "F06 set={ttl=5}"},
      {35, "F06 seed=1 strategy=redlock fault={at_ms=5}"},
      {49, "F06 fault={at_ms=5, crash={client=\"bob\"}} fault={at_ms=6}"}};
  for (const auto& [column, name] : names) {
    const auto run = opening(name);
    const auto* problem = std::get_if<Problem>(&run);
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(problem->file, of_run_name) << name;
    EXPECT_EQ(problem->line, 1u) << name;
    EXPECT_EQ(problem->column, column) << name;
    EXPECT_THAT(sentence(*problem), test::IsGolden("'" + std::string(name) + "'"));
  }
}

TEST(RunName, AChangeThatNobodyTypedHasNoPlace) {
  RunName run = parsed("F06");
  run.changes.faults = {"{at_ms=5, crash={client=\"bob\"}}", "{at_ms=6}"};
  EXPECT_THAT(problem_in(open_run(Library(), run)), test::IsGolden());
}

TEST(RunName, NoBytesBreakIt) {
  const std::string line =
      "F12/saved#1a2b3c4d seed=7 strategy=redlock set={ttl_ms=100} fault={at_ms=61, "
      "jump={node=\"n3\"}}";
  for (std::size_t i = 0; i <= line.size(); ++i) {
    for (char c : {'\0', '{', '}', '"', '#', '=', ' ', '/', '\xff', '\\'}) {
      std::string bad = line;
      bad.insert(i, 1, c);
      const auto read = parse_run_name(bad);
      if (const RunName* run = std::get_if<RunName>(&read)) {
        EXPECT_EQ(parsed(to_string(*run)), *run) << bad;
      }
    }
    parse_run_name(line.substr(0, i));
  }
}

/// A folder of scenarios that lives as long as the test.
class Folder {
 public:
  Folder() { fs::create_directory(folder_ / "scenarios"); }
  void write(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / ("scenarios/" + name + ".toml")) << text;
  }
  std::string path() const { return folder_.path(); }

 private:
  test::ScratchFolder folder_;
};

constexpr std::string_view two_clients = R"(
title = "Two"
strategy = "set_px_lua"
seed = 5
[expect]
final_value = 8
[[variation]]
name = "saved"
set.seed = 6
)";

OpenedRun opened(const Folder& folder, std::string_view line) {
  return run_named(line, Library(folder.path()));
}

TEST(RunName, OpensARunAndNamesItInFull) {
  Folder folder;
  folder.write("X01_two", two_clients);
  const OpenedRun run = opened(folder, "X01/saved set={ttl_ms=70}");
  EXPECT_EQ(run.scenario.name, "X01_two/saved");
  EXPECT_EQ(run.scenario.lock.ttl, 70ms);
  EXPECT_TRUE(run.warnings.empty());
  const std::string name = to_string(run.name);
  EXPECT_THAT(name, testing::MatchesRegex("X01_two/saved#[0-9a-f]{8} seed=6 set=\\{ttl_ms=70\\}"));
  EXPECT_EQ(opened(folder, name).scenario, run.scenario);
  EXPECT_EQ(to_string(opened(folder, name).name), name);
}

TEST(RunName, AFileThatHasChangedIsSaid) {
  Folder folder;
  folder.write("X01_two", two_clients);
  const std::string name = to_string(opened(folder, "X01").name);
  folder.write("X01_two", std::string(two_clients) + "# more\n");
  const OpenedRun again = opened(folder, name);
  EXPECT_THAT(again.warnings, test::IsGolden());
  EXPECT_NE(to_string(again.name), name);
}

TEST(Library, FindsByPathByNameAndByTheBeginningOfAName) {
  Folder folder;
  folder.write("X01_two", two_clients);
  folder.write("X02_a", two_clients);
  folder.write("X02_b", "strategy = ");
  const Library library(folder.path());
  const std::string path = folder.path() + "/scenarios/X01_two.toml";
  EXPECT_EQ(value_of(library.find("X01_two")).name, "X01_two");
  for (const char* asked : {"X01", "x01", "x01_TWO"})
    EXPECT_EQ(value_of(library.find(asked)).name, "X01_two") << asked;
  EXPECT_EQ(value_of(library.find(path)).name, path);
  for (const char* asked : {"X02", "x02", "X01_tow"})
    EXPECT_THAT(problem_in(library.find(asked)), test::IsGolden(asked));
  EXPECT_THAT(problem_in(library.find(folder.path() + "/none.toml")), test::IsGolden("none"));
}

TEST(RunName, OfAVariationIsWrittenAsItsFileWritesIt) {
  RunName run;
  run.scenario = "f06_PAUSE";
  run.variation = "Fenced";
  const OpenedRun found = value_of(open_run(Library(), run));
  EXPECT_EQ(found.name.scenario + "/" + found.name.variation, "F06_pause_past_ttl/fenced");
  EXPECT_EQ(found.scenario.strategy, "fenced");
}

TEST(Library, ListsAlsoWhatIsWrong) {
  Folder folder;
  folder.write("X01_two", two_clients);
  folder.write("X02_b", "strategy = ");
  const auto list = Library(folder.path()).list();
  const auto entry = [&](std::string_view name) {
    return *std::find_if(list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  };
  EXPECT_EQ(entry("X01_two").title, "Two");
  EXPECT_EQ(entry("X01_two").variations.size(), 1u);
  EXPECT_TRUE(entry("X02_b").problem);
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
}

TEST(Library, WithoutAFolderItHasTheEmbeddedScenarios) {
  const Library library("/nowhere/at/all");
  for (const ScenarioEntry& entry : library.list())
    EXPECT_FALSE(entry.problem) << to_string(*entry.problem);
  EXPECT_TRUE(std::holds_alternative<ScenarioText>(library.find("F12_redlock_clock_jump")));
  EXPECT_TRUE(std::holds_alternative<ScenarioText>(library.find("F12")));
}

TEST(RunName, APathWithSpacesQuotesAndHashesReadsBack) {
  for (const char* path : {"a b/x y.toml", "saved#1.toml", "a\"b\\c.toml", "q'uote.toml"}) {
    RunName run;
    run.scenario = path;
    run.hash = 7;
    EXPECT_EQ(parsed(to_string(run)), run) << to_string(run);
    run.variation = "saved";
    EXPECT_EQ(parsed(to_string(run)), run) << to_string(run);
  }
}

}  // namespace
}  // namespace locklab::sim
