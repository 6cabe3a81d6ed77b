// A run's name says the whole run, and reads back.
#include "sim/scenario/run_name.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

RunName parsed(std::string_view line) {
  auto read = parse_run_name(line);
  if (const Problem* problem = std::get_if<Problem>(&read)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  return std::get<RunName>(std::move(read));
}

std::string name_complaint(std::string_view line) {
  const auto read = parse_run_name(line);
  const Problem* problem = std::get_if<Problem>(&read);
  return problem ? to_string(*problem) : "";
}

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

TEST(RunName, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(name_complaint(""),
            "run name:1:1: a run's name begins with its scenario; for example F12/saved seed=7");
  EXPECT_THAT(name_complaint("F12#12"), test::IsGolden());
  EXPECT_THAT(name_complaint("F12 sed=7"), test::IsGolden());
  EXPECT_THAT(name_complaint("F12 choices=0110"), test::IsGolden());
  EXPECT_THAT(name_complaint("F12 seed=-7"), test::IsGolden());
  EXPECT_THAT(name_complaint("F12 seed=1 seed=2"), test::IsGolden());
  EXPECT_EQ(name_complaint("F12 seed"),
            "run name:1:5: 'seed' is not a change; write key=value, without spaces around =");
  EXPECT_EQ(name_complaint("F12 set=3"), "run name:1:9: 'set=' must be a table; write set={...}");
  EXPECT_EQ(name_complaint("F12 set={ttl_ms=100"),
            "run name:1:9: 'set=' must be a table; write set={...}");
  EXPECT_THAT(name_complaint("F12 set={ttl_ms=}"), HasSubstr("run name:1:9: "));
  EXPECT_THAT(name_complaint("F12 set={} set={}"), test::IsGolden());
  EXPECT_THAT(name_complaint("\"F12"), test::IsGolden());
}

TEST(RunName, AWrongChangeIsSaidWithItsPlaceInTheName) {
  const Library library(LOCKLAB_SOURCE_DIR "/assets");
  const auto opening = [&](std::string_view line) {
    auto run = std::get<RunName>(parse_run_name(line));
    const auto opened = open_run(library, run);
    const auto* problem = std::get_if<Problem>(&opened);
    return problem ? to_string(*problem) : "";
  };
  EXPECT_THAT(opening("F06 seed=1 strategy=redlock fault={at_ms=5}"), test::IsGolden());
  EXPECT_THAT(opening("F06 fault={at_ms=5, crash={client=\"bob\"}} fault={at_ms=6}"),
              test::IsGolden());
  EXPECT_THAT(opening("F06 set={ttl=5}"), test::IsGolden());
  EXPECT_THAT(name_complaint("F06 set={ttl_ms=1, ttl_ms=2}"), test::IsGolden());
}

TEST(RunName, AChangeThatNobodyTypedHasNoPlace) {
  const Library library(LOCKLAB_SOURCE_DIR "/assets");
  RunName run = std::get<RunName>(parse_run_name("F06"));
  run.changes.faults = {"{at_ms=5, crash={client=\"bob\"}}", "{at_ms=6}"};
  EXPECT_THAT(to_string(std::get<Problem>(open_run(library, run))), test::IsGolden());
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
  auto run = open_run(Library(folder.path()), parsed(line));
  if (const Problem* problem = std::get_if<Problem>(&run)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  return std::get<OpenedRun>(std::move(run));
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
  ASSERT_EQ(again.warnings.size(), 1u);
  EXPECT_THAT(again.warnings[0].english(), test::IsGolden());
  EXPECT_NE(to_string(again.name), name);
}

TEST(Library, FindsByPathByNameAndByTheBeginningOfAName) {
  Folder folder;
  folder.write("X01_two", two_clients);
  folder.write("X02_a", two_clients);
  folder.write("X02_b", "strategy = ");
  const Library library(folder.path());
  const auto name = [&](std::string_view asked) {
    const auto found = library.find(asked);
    const Problem* problem = std::get_if<Problem>(&found);
    return problem ? to_string(*problem) : std::get<ScenarioText>(found).name;
  };
  EXPECT_EQ(name("X01_two"), "X01_two");
  EXPECT_EQ(name("X01"), "X01_two");
  EXPECT_THAT(name("X02"), test::IsGolden());
  EXPECT_THAT(name("X01_tow"), test::IsGolden());
  const std::string path = folder.path() + "/scenarios/X01_two.toml";
  EXPECT_EQ(name(path), path);
  EXPECT_THAT(name(folder.path() + "/none.toml"), HasSubstr("/none.toml: "));
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

TEST(Library, CapitalsAreNoReasonNotToFindWhatWasMeant) {
  const Library shipped(LOCKLAB_SOURCE_DIR "/assets");
  const auto found = shipped.find("f12");
  ASSERT_TRUE(std::holds_alternative<Problem>(found));
  EXPECT_THAT(std::get<Problem>(found).instead.english(), HasSubstr("'F12_redlock_clock_jump'"));
}

}  // namespace
}  // namespace locklab::sim
