// Checks the shape of the project: line lengths, banned words, and what must not get into the
// deterministic layers (tidy_layers_test.cpp checks their order). Every exception has its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_with(const std::vector<std::string>& folders,
                                    const std::regex& pattern,
                                    const std::set<std::string>& exceptions = {}) {
  std::vector<std::string> found;
  for (const Source& source : sources()) {
    const bool watched =
        std::any_of(folders.begin(), folders.end(),
                    [&](const std::string& folder) { return under(source, folder); });
    if (!watched || exceptions.contains(source.path)) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      if (std::regex_search(code_of(source.lines[i]), pattern)) found.push_back(where(source, i));
  }
  return found;
}

using testing::IsEmpty;

TEST(Determinism, NoChanceNoRealClockAndNoFloatingPointInLockAndSim) {
  const std::set<std::string> doubles{
      "sim/service/redis/lua_values.cpp",  // numbers in Lua are IEEE doubles, by Redis's definition
  };
  std::vector<std::string> found;
  for (const std::string& line : lines_with(
           {"lock", "sim"},
           std::regex(
               R"(#include <random>|\brand\(|system_clock|steady_clock|std::time\(|\bfloat\b)")))
    if (!line.starts_with("lock/redis/")) found.push_back(line);
  EXPECT_THAT(found, IsEmpty());
  std::vector<std::string> floating;
  for (const std::string& line : lines_with({"lock", "sim"}, std::regex(R"(\bdouble\b)"), doubles))
    if (!line.starts_with("sim/service/redis/lua") && !line.starts_with("sim/service/redis/script"))
      floating.push_back(line);
  EXPECT_THAT(floating, IsEmpty());
}

/// True for a case label of an event of a fault.
bool reads_a_fault(const std::string& line) {
  static const std::regex fault(
      R"(case (sim::)?EventKind::(client_(crashed|paused|resumed|clock)|node_|link_|message_delayed))");
  return std::regex_search(code_of(line), fault);
}

/// The events of faults are interpreted in one place; everything else asks a RunState or one of its
/// parts.
TEST(History, OneSwitchReadsFaultsAndOneSaysThemInWords) {
  const std::set<std::string> exceptions{
      "app/timeline/words/event_wording.cpp",  // a sentence for each
      "app/timeline/words/link_wording.cpp",   // those of links, and of losses
      "app/timeline/words/fault_label.cpp",    // short labels on lanes
      "sim/trace/state/fault_states.cpp"};     // the one that interprets them
  std::vector<std::string> found;
  for (const Source& source : sources()) {
    if (under(source, "tests") || exceptions.contains(source.path)) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      // A crash also ends a client's life, as `finished` does.
      const bool end_of_life =
          under(source, "sim/trace/state") &&
          source.lines[i].find("EventKind::client_crashed:") != std::string::npos;
      if (!end_of_life && reads_a_fault(source.lines[i])) found.push_back(where(source, i));
    }
  }
  EXPECT_THAT(found, IsEmpty());
}

TEST(History, ASwitchThatReadsFaultsIsFound) {
  EXPECT_TRUE(reads_a_fault("    case EventKind::client_paused:"));
  EXPECT_TRUE(reads_a_fault("    case sim::EventKind::node_killed:"));
  EXPECT_TRUE(reads_a_fault("    case sim::EventKind::message_delayed:"));
  EXPECT_FALSE(reads_a_fault("    case sim::EventKind::key_set:"));
  EXPECT_FALSE(reads_a_fault("    case sim::FaultKind::pause:"));
  EXPECT_FALSE(reads_a_fault("    // case EventKind::client_paused:"));
}

TEST(Errors, NoExceptionIsThrownInLockAndSimButForABrokenInvariant) {
  const std::set<std::string> exceptions{
      "lock/assert.cpp", "sim/world/simulate.cpp",  // a broken invariant; rethrown with its run
      "sim/trace/trace_bytes.cpp",  // throws and catches within itself: the first wrong byte ends a
                                    // deep read
      "lock/redis/mutex.h",         // std::unique_lock learns in no other way that it does not hold
  };
  EXPECT_THAT(lines_with({"lock", "sim"}, std::regex(R"(\bthrow\b)"), exceptions), IsEmpty());
}

TEST(Size, ALineFitsInOneHundredColumns) {
  std::vector<std::string> wide;
  for (const Source& source : sources()) {
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      const std::string& line = source.lines[i];
      const auto columns =
          std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
      // Tests, and lines with a raw string, may have up to 110 columns.
      if (columns > 110 ||
          (columns > 100 && line.find("R\"") == std::string::npos && !under(source, "tests")))
        wide.push_back(where(source, i));
    }
  }
  EXPECT_THAT(wide, IsEmpty());
}

TEST(Words, NoFileIsCalledByWhatItIsNot) {
  const std::regex banned("(^|_)(utils?|helpers?|managers?|common|core|misc)(_|\\.)");
  std::vector<std::string> found;
  for (const Source& source : sources())
    if (std::regex_search(fs::path(source.path).filename().string(), banned))
      found.push_back(source.path);
  EXPECT_THAT(found, IsEmpty());
}

TEST(Words, NothingIsLeftForLater) {
  std::vector<std::string> found;
  const std::regex unfinished(
      R"(\b(TO)(DO)\b|\bFIX(ME)\b|\bX(XX)\b|\bHA(CK)\b|not im(plemented)|GTEST_SK(IP)|DISA(BLED_))");
  for (const Source& source : sources())
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      if (source.path != "tests/tidy_test.cpp" && std::regex_search(source.lines[i], unfinished))
        found.push_back(where(source, i));
  EXPECT_THAT(found, IsEmpty());
}

TEST(Headers, EachSaysAtItsTopWhyItExists) {
  std::vector<std::string> silent;
  for (const Source& source : sources())
    if (source.path.ends_with(".h") &&
        (source.lines.empty() || !source.lines[0].starts_with("// ")))
      silent.push_back(source.path);
  EXPECT_THAT(silent, IsEmpty());
}

/// True if a doc comment begins here with a word that refers to something before it, which an
/// editor's tooltip does not show.
bool leans_on_what_is_before(const std::string& before, const std::string& line) {
  static const std::regex begins(R"(^\s*///(\s|$))");
  static const std::regex leans(R"(^\s*/// (It|Its|Those|They|Them|Their|These|He|She|His|Her)\b)");
  return !std::regex_search(before, begins) && std::regex_search(line, leans);
}

TEST(Comments, ADocCommentCanBeReadAlone) {
  std::vector<std::string> found;
  for (const Source& source : sources())
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      if (leans_on_what_is_before(i == 0 ? "" : source.lines[i - 1], source.lines[i]))
        found.push_back(where(source, i));
  EXPECT_THAT(found, IsEmpty());
}

TEST(Comments, ADocCommentThatLeansOnAnotherIsFound) {
  EXPECT_TRUE(leans_on_what_is_before("}", "/// It is over when its timer goes off."));
  EXPECT_TRUE(leans_on_what_is_before("int f();", "  /// Those of them that have shown nothing."));
  EXPECT_FALSE(leans_on_what_is_before("/// Ends a fault.", "/// It must stand."));
  EXPECT_FALSE(leans_on_what_is_before("", "/// Items of a list."));
  EXPECT_FALSE(leans_on_what_is_before("", "// It is no doc comment"));
}

TEST(Headers, ASourceIncludesItsOwnFirst) {
  // So that the header compiles by itself: tests/standalone relies on it.
  std::set<std::string> headers;
  for (const Source& source : sources())
    if (source.path.ends_with(".h")) headers.insert(source.path);
  std::vector<std::string> wrong;
  for (const Source& source : sources()) {
    const std::string own = fs::path(source.path).replace_extension(".h");
    if (!source.path.ends_with(".cpp") || !headers.contains(own)) continue;
    const auto first =
        std::find_if(source.lines.begin(), source.lines.end(),
                     [](const std::string& line) { return line.starts_with("#include"); });
    if (first == source.lines.end() || *first != "#include \"" + own + "\"")
      wrong.push_back(source.path);
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Headers, APlaceInTheSourceIsOurOwnType) {
  // clang 14 lacks std::source_location, and g++ would accept it.
  EXPECT_THAT(lines_with({"app", "lock", "sim", "tests"}, std::regex("std::source_location"),
                         {"lock/source_place.h"}),
              IsEmpty());
}

TEST(Lua, ScriptTextStandsOnlyInAssets) {
  std::vector<std::string> found;
  for (const Source& source : sources())
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      if ((under(source, "app") || under(source, "lock")) &&
          source.lines[i].find("redis.call(") != std::string::npos)
        found.push_back(where(source, i));
  EXPECT_THAT(found, IsEmpty());
}

/// True for a line with a thread_local variable, or with a static one inside a function.
bool is_hidden_state(const std::string& line) {
  static const std::regex lasting(R"(\bthread_local\b|^\s+static\s+(?!constexpr\b))");
  const std::string code = code_of(line);
  if (!std::regex_search(code, lasting)) return false;
  if (code.find("thread_local") != std::string::npos) return true;
  const std::size_t name_ends = code.find_first_of("(={;[");
  return name_ends != std::string::npos && code[name_ends] != '(';
}

/// State that may be kept: its file or folder, and its declaration.
struct KeptState {
  std::string path, line;
};
const std::vector<KeptState> kept_state{
    {"sim/trace/trace_memory.cpp", "BlockPool blocks"},  // memory of destroyed traces, for reuse
    {"sim/service/redis/lua_engine.cpp",
     "LuaEngine engine"},                           // an interpreter costs more than a run
    {"sim/service/redis/lua_engine.cpp", "lives"},  // numbers the opened interpreters
    {"sim/explore/arena.cpp",
     "static char* const memory"},                     // the addresses of all arenas, reserved
    {"sim/explore/arena.cpp", "Arena* arena_in_use"},  // from which this thread allocates
};

TEST(State, NothingBelowTheProgramIsKeptBetweenRuns) {
  // A function static that is first needed inside a search's arena is rolled back with it, and one
  // for each thread makes a run depend on what ran there before.
  std::vector<std::string> found;
  for (const Source& source : sources()) {
    if (!under(source, "lock") && !under(source, "sim")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      const bool may =
          std::any_of(kept_state.begin(), kept_state.end(), [&](const KeptState& kept) {
            return source.path.starts_with(kept.path) &&
                   source.lines[i].find(kept.line) != std::string::npos;
          });
      if (!may && is_hidden_state(source.lines[i])) found.push_back(where(source, i));
    }
  }
  EXPECT_THAT(found, IsEmpty());
}

TEST(State, StateThatIsKeptIsFound) {
  EXPECT_TRUE(is_hidden_state("  static int calls = 0;"));
  EXPECT_TRUE(is_hidden_state("  static const Script& release = script(\"release\");"));
  EXPECT_TRUE(is_hidden_state("  static std::vector<Script> scripts;"));
  EXPECT_TRUE(is_hidden_state("  static const std::array<int, 2> wanted{1, 2};"));
  EXPECT_TRUE(is_hidden_state("inline thread_local Frame frame;"));
  EXPECT_FALSE(is_hidden_state("  static constexpr int most = 3;"));
  EXPECT_FALSE(is_hidden_state("  static Reply status(std::string_view line) { return {}; }"));
  EXPECT_FALSE(is_hidden_state("  return static_cast<int>(calls);"));
  EXPECT_FALSE(is_hidden_state("  // a static one; what it is"));
}

/// Comparisons with a strategy's id, such as `== "redlock"`: what is special about a lock belongs
/// in its traits and switches.
std::vector<std::string> asked_by_id(const Source& source, const std::set<std::string>& ids) {
  static const std::regex compared(R"re([!=]= "([a-z_]+)")re");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::smatch match;
    if (std::regex_search(source.lines[i], match, compared) && ids.contains(match[1]))
      found.push_back(where(source, i));
  }
  return found;
}

TEST(Seam, NobodyAsksForAStrategyByItsId) {
  static const std::regex named(R"re(\.id = "([a-z_]+)")re");
  std::set<std::string> ids;
  for (const Source& source : sources())
    for (const std::string& line : source.lines)
      if (std::smatch match;
          under(source, "lock/strategies") && std::regex_search(line, match, named))
        ids.insert(match[1]);
  ASSERT_GE(ids.size(), 16u);
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    if (!under(source, "tests") && !under(source, "lock/strategies"))
      for (std::string& line : asked_by_id(source, ids)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_FALSE(asked_by_id({"app/a.cpp", {"if (id == \"redlock\") return;"}}, ids).empty());
}

/// Lines with a command's name, such as "SETNX", which only strategies and services may write.
std::vector<std::string> named_commands(const Source& source) {
  static const std::regex name(R"re("[A-Z]{3,}")re");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string code = source.lines[i].substr(0, source.lines[i].find("//"));
    if (std::regex_search(code, name)) found.push_back(where(source, i));
  }
  return found;
}

TEST(Seam, NothingBetweenAStrategyAndItsServiceKnowsACommandByName) {
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    for (const char* folder : {"sim/process", "sim/wire", "sim/world", "sim/check", "sim/explore"})
      if (under(source, folder))
        for (std::string& line : named_commands(source)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_FALSE(named_commands({"sim/world/world.cpp", {"Command set(\"SET\");"}}).empty());
}

/// The lines of a catalogue that name an entry whose test does not exist.
std::vector<std::string> without_test(const Source& catalogue, const std::set<std::string>& tests) {
  static const std::regex entry(R"((?:\w+/)?(\w+\.\w+).*)");  // Instance/Suite.Test/0 its name
  std::vector<std::string> found;
  std::smatch match;
  for (std::size_t i = 0; i < catalogue.lines.size(); ++i)
    if (!catalogue.lines[i].starts_with("  "))
      if (!std::regex_match(catalogue.lines[i], match, entry) || !tests.contains(match[1]))
        found.push_back(where(catalogue, i));
  return found;
}

TEST(GoldenSentences, AreOfTestsThatExist) {
  static const std::regex test(R"(^TEST(_F|_P|_IN_TIME)?\((\w+), (\w+)\))");
  std::set<std::string> tests;
  std::smatch match;
  for (const Source& source : sources())
    for (const std::string& line : source.lines)
      if (std::regex_search(line, match, test)) tests.insert(match.str(2) + "." + match.str(3));
  std::vector<std::string> wrong;
  for (const Source& file : read_sources({"tests/golden"}, {""}))
    for (std::string& line : without_test(file, tests)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty()) << "remove these entries";
  EXPECT_FALSE(without_test({"sentences_en", {"Gone.IsNowhere 2"}}, tests).empty());
  EXPECT_TRUE(
      without_test({"sentences_en", {"All/Seam.NobodyAsksForAStrategyByItsId/F06 2"}}, tests)
          .empty());
}

}  // namespace
}  // namespace tidy
