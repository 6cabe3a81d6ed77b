// Watches over the shape of the project: which floor may include which, how large a file may be,
// which words are banned, and what must not get into the deterministic floors. Every exception here
// carries its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Source {
  std::string path;  ///< relative to the project's folder
  std::vector<std::string> lines;
};

std::vector<Source> read_sources(const std::vector<std::string>& folders,
                                 const std::set<std::string>& extensions) {
  std::vector<Source> all;
  const fs::path root = LOCKLAB_SOURCE_DIR;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!extensions.contains(entry.path().extension())) continue;
      Source source{fs::relative(entry.path(), root).string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) source.lines.push_back(line);
      all.push_back(std::move(source));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Source& a, const Source& b) { return a.path < b.path; });
  return all;
}

const std::vector<Source>& sources() {
  static const std::vector<Source> all =
      read_sources({"app", "lock", "sim", "tests"}, {".cpp", ".h"});
  return all;
}

bool under(const Source& source, const std::string& folder) {
  return source.path.starts_with(folder + "/");
}

std::string where(const Source& source, std::size_t line) {
  return source.path + ":" + std::to_string(line + 1) + ": " + source.lines[line];
}

/// The line without its comment and without the text of its string literals.
std::string code_of(std::string line) {
  static const std::regex literal(R"("(\\.|[^"\\])*")");
  line = std::regex_replace(line, literal, "\"\"");
  return line.substr(0, line.find("//"));
}

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

/// The layers below app/, from the ground up. A layer includes only itself and those above it here.
const std::vector<std::string> layers{"lock",        "sim/trace", "sim/scenario", "sim/check",
                                      "sim/process", "sim/wire",  "sim/service",  "sim/world",
                                      "sim/explore", "sim/game",  "lock/redis",   "app"};

/// Which layer a path belongs to: the deepest folder that names one.
std::size_t layer_of(std::string_view path) {
  std::size_t found = layers.size();
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (path.starts_with(layers[i] + "/") &&
        (found == layers.size() || layers[i].size() > layers[found].size()))
      found = i;
  return found;
}

/// The include that each line of `source` makes of a layer that stands higher than its own.
std::vector<std::string> upward_includes(const Source& source) {
  static const std::regex include(R"re(#include "([a-z_/]+)/[a-z_]+\.h")re");
  const std::size_t own = layer_of(source.path);
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(source.lines[i], match, include)) continue;
    const std::size_t other = layer_of(match[1].str() + "/");
    const bool known = other < layers.size();
    // Live Redis is beside the simulator, not above it: only the program knows both.
    const bool simulator = known && layers[other].starts_with("sim/");
    if (!known || other > own || (layers[own] == "lock/redis" && simulator))
      wrong.push_back(where(source, i));
  }
  return wrong;
}

TEST(Layers, ALayerIncludesOnlyItselfAndThoseBelowIt) {
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    if (!under(source, "tests"))
      for (std::string& line : upward_includes(source)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Layers, AWrongIncludeIsFound) {
  const auto wrong = [](std::string path, std::string line) {
    return !upward_includes({std::move(path), {std::move(line)}}).empty();
  };
  EXPECT_TRUE(wrong("lock/env.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(wrong("lock/task.cpp", "#include \"lock/redis/endpoint.h\""));
  EXPECT_TRUE(wrong("lock/redis/endpoint.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(wrong("sim/trace/event.h", "#include \"sim/scenario/fault.h\""));
  EXPECT_TRUE(wrong("sim/scenario/fault.h", "#include \"sim/check/check.h\""));
  EXPECT_TRUE(wrong("sim/check/check.h", "#include \"sim/world/world.h\""));
  EXPECT_TRUE(wrong("sim/world/world.h", "#include \"app/cli/run.h\""));
  EXPECT_TRUE(wrong("app/cli/run.h", "#include \"tests/support/redis.h\""));
  EXPECT_FALSE(wrong("app/cli/run.h", "#include \"lock/redis/endpoint.h\""));
  EXPECT_FALSE(wrong("sim/explore/walk.h", "#include \"sim/world/world.h\""));
}

TEST(Floors, OnlyTheDoorAndTheProgramKnowSocketsAndLoops) {
  EXPECT_THAT(
      lines_with({"sim"},
                 std::regex(R"(#include <(hiredis|uv\.h|sys/socket|netinet|pthread|thread))")),
      IsEmpty());
  std::vector<std::string> in_lock;
  for (const std::string& line : lines_with(
           {"lock"}, std::regex(R"(#include <(hiredis|uv\.h|sys/socket|netinet|pthread|thread))")))
    if (!line.starts_with("lock/redis/")) in_lock.push_back(line);
  EXPECT_THAT(in_lock, IsEmpty());
}

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

TEST(State, ALockKeepsNothingOutsideOfItsEnv) {
  // What is made when it is first needed belongs to whoever needed it first: to a search that rolls
  // it back, or to a thread that ends.
  const std::regex kept(R"(thread_local|^\s+static (?!constexpr)[^(]*( =|\{|;))");
  EXPECT_THAT(lines_with({"lock"}, kept), IsEmpty());
}

TEST(Errors, NoExceptionIsThrownInLockAndSim) {
  const std::set<std::string> exceptions{
      "sim/trace/trace_file.cpp",  // throws and catches within itself: the first wrong byte ends a
                                   // deep read
  };
  EXPECT_THAT(lines_with({"lock", "sim"}, std::regex(R"(\bthrow\b)"), exceptions), IsEmpty());
}

TEST(Size, AFileIsOneIdea) {
  const std::map<std::string, std::size_t> exceptions{
      {"tests/support/random_commands.cpp",
       450},  // a generator for each command, one after the other
  };
  std::vector<Source> all = sources();
  for (Source& source : read_sources({"assets"}, {".js", ".css", ".html"}))
    all.push_back(std::move(source));
  std::vector<std::string> large;
  for (const Source& source : all) {
    const auto exception = exceptions.find(source.path);
    const std::size_t limit = exception == exceptions.end() ? 400 : exception->second;
    if (source.lines.size() > limit)
      large.push_back(source.path + ": " + std::to_string(source.lines.size()) + " lines");
  }
  EXPECT_THAT(large, IsEmpty());
}

TEST(Size, ALineFitsInOneHundredColumns) {
  std::vector<std::string> wide;
  for (const Source& source : sources()) {
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      const std::string& line = source.lines[i];
      const auto columns =
          std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
      // A raw string (a scenario in a test, say) is text of its own.
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

TEST(Lua, ScriptTextStandsOnlyInAssets) {
  std::vector<std::string> found;
  for (const Source& source : sources())
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      if ((under(source, "app") || under(source, "lock")) &&
          source.lines[i].find("redis.call(") != std::string::npos)
        found.push_back(where(source, i));
  EXPECT_THAT(found, IsEmpty());
}

}  // namespace
