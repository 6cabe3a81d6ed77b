// Checks the order of the layers: which folder may include which, and which may use sockets,
// threads and the display. Every exception has its reason, and each rule is shown to find what it
// forbids. tidy_circles_test.cpp checks single files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

using testing::IsEmpty;

/// The layers from the bottom up. A layer includes only itself and those before it.
const std::vector<std::string> layers{
    // the product
    "lock",
    // a run, in the simulator
    "sim/trace", "sim/scenario", "sim/check", "sim/process", "sim/wire", "sim/service", "sim/world",
    "sim/explore", "sim/game",
    // a run in words and shapes, and what is made of it: only values and texts
    "app/words", "app/runs", "app/load", "app/timeline/words", "app/timeline/scene",
    "app/timeline/causes", "app/timeline/text", "app/timeline", "app/changes", "app/matrix",
    "app/lessons", "app/challenges", "app/export", "app/quiz",
    // the window as values
    "app/gui/model", "app/gui/update", "app/gui/layout",
    // sockets, threads, processes, the screen
    "lock/redis", "app/explore", "app/proxy", "app/live", "app/live/servers", "app/live/inference",
    "app/live/clients", "app/live/run", "app/stress", "app/stress/servers", "app/stress/load",
    "app/stress/report", "app/workshop", "app/gui/window", "app/gui/window/widgets",
    "app/gui/window/lab", "app/gui/window/lesson", "app/gui/window/challenge",
    "app/gui/window/matrix", "app/gui/window/stress", "app/gui/window/shell", "app/cli", "app"};

/// The first layer that may use sockets, threads and processes, and the first that may use the
/// display.
const std::string first_with_threads = "lock/redis";
const std::string first_with_screen = "app/gui/window";

/// Includes that are forbidden although they go to a lower layer.
struct Apart {
  std::string from, to;
  std::string why;
};
const std::vector<Apart> apart{
    {"lock/redis/", "sim/", "a program that links the locks has no simulator"},
    {"lock/redis/", "app/", "a program that links the locks has no lab"},
    {"app/gui/", "app/live/",
     "the window asks the workshop for live runs: its views have no sockets"},
    {"app/gui/", "lock/redis/", "the same"},
    {"app/gui/", "app/stress/", "the window asks the workshop for loads"},
    {"app/gui/", "app/export/", "the workshop writes files, so that no frame waits for one"},
    {"app/explore/", "lock/redis/", "a search is of the simulated world"},
    {"app/export/", "app/challenges/", "a run is exported whatever it was made for"},
    {"app/export/", "app/lessons/", "the same"},
};

std::size_t place_of(const std::string& layer) {
  return static_cast<std::size_t>(std::find(layers.begin(), layers.end(), layer) - layers.begin());
}

/// The index of a path's layer, by the deepest folder; layers.size() if there is none.
std::size_t layer_of(std::string_view path) {
  std::size_t found = layers.size();
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (path.starts_with(layers[i] + "/") &&
        (found == layers.size() || layers[i].size() > layers[found].size()))
      found = i;
  return found;
}

/// The lines of `source` that include a higher layer, a forbidden one, or no layer's header.
std::vector<std::string> upward_includes(const Source& source) {
  const std::size_t own = layer_of(source.path);
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string header = included(source.lines[i]);
    if (header.empty()) continue;
    const bool kept_apart = std::any_of(apart.begin(), apart.end(), [&](const Apart& pair) {
      return source.path.starts_with(pair.from) && header.starts_with(pair.to);
    });
    const std::size_t other = layer_of(header);
    if (other >= layers.size() || other > own || kept_apart) wrong.push_back(where(source, i));
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

TEST(Layers, EachFolderIsALayer) {
  std::set<std::string> strays;
  for (const Source& source : sources())
    if (!under(source, "tests") && source.path != "app/main.cpp" &&
        (layer_of(source.path) == layers.size() || layer_of(source.path) == place_of("app")))
      strays.insert(source.path);
  EXPECT_THAT(strays, IsEmpty());
}

/// The folders within the same layer that the sources of a folder include.
std::set<std::string> siblings_of(const std::string& folder) {
  const std::string layer = folder.substr(0, folder.rfind('/'));
  std::set<std::string> found;
  for (const Source& source : sources()) {
    if (!under(source, folder)) continue;
    for (const std::string& line : source.lines) {
      const std::string header = included(line);
      const std::string from = header.substr(0, header.rfind('/'));
      if (header.starts_with(layer + "/") && from != folder) found.insert(from);
    }
  }
  return found;
}

/// The folders that a folder's README says it includes: the paths on its last line.
std::set<std::string> told_siblings_of(const std::string& folder) {
  std::ifstream file(std::string(LOCKLAB_SOURCE_DIR "/") + folder + "/README.md");
  std::string line, last;
  while (std::getline(file, line))
    if (!line.empty()) last = line;
  static const std::regex path("`([a-z_/]+)`");
  std::set<std::string> found;
  for (std::sregex_iterator at(last.begin(), last.end(), path), end; at != end; ++at)
    found.insert((*at)[1]);
  return found;
}

TEST(Layers, APartOfALayerSaysWhatItIncludesOfTheOthers) {
  for (const std::string& folder : layers) {
    const std::string around = folder.substr(0, folder.rfind('/'));
    const bool is_part = around.find('/') != std::string::npos && place_of(around) < layers.size();
    if (is_part) EXPECT_EQ(told_siblings_of(folder), siblings_of(folder)) << folder;
  }
}

/// The namespace of a folder's sources; empty for other paths. The locks, the simulator and the
/// program do not share one.
std::string namespace_of(const std::string& path) {
  for (const auto& [folder, name] : {std::pair{"lock/redis/", "locklab::redis"},
                                     {"lock/", "locklab"},
                                     {"sim/", "locklab::sim"},
                                     {"app/", "locklab::app"}})
    if (path.starts_with(folder)) return name;
  return "";
}

/// The lines of `source` that open a namespace other than its folder's.
std::vector<std::string> strange_namespaces(const Source& source) {
  const std::string own = namespace_of(source.path);
  const std::set<std::string> of_all{
      "sim/scenario/embedded.h", "app/words/embedded.h",     // generated from files
      "sim/trace/sentence.h",    "sim/trace/sentence.cpp",   // every layer speaks in sentences,
      "sim/trace/json_text.h",   "sim/trace/json_text.cpp",  // and writes JSON
  };
  std::vector<std::string> wrong;
  if (own.empty() || of_all.contains(source.path)) return wrong;
  static const std::regex opens("^namespace (locklab[a-z_:]*) \\{$");
  static const std::regex declares("^(struct|class) [A-Za-z]+;$");  // a name of a lower layer
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(source.lines[i], match, opens) || match[1] == own) continue;
    if (i + 1 < source.lines.size() && std::regex_match(source.lines[i + 1], declares)) continue;
    wrong.push_back(where(source, i));
  }
  return wrong;
}

TEST(Layers, TheLocksTheSimulatorAndTheProgramEachHaveANamespace) {
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    for (std::string& line : strange_namespaces(source)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_FALSE(strange_namespaces({"sim/trace/event.h", {"namespace locklab {"}}).empty());
  EXPECT_FALSE(strange_namespaces({"lock/env.h", {"namespace locklab::sim {"}}).empty());
  EXPECT_TRUE(strange_namespaces({"lock/env.h", {"namespace locklab {"}}).empty());
}

bool is_wrong(std::string path, std::string line) {
  return !upward_includes({std::move(path), {std::move(line)}}).empty();
}

TEST(Layers, AWrongIncludeIsFound) {
  EXPECT_TRUE(is_wrong("lock/env.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(is_wrong("lock/task.cpp", "#include \"lock/redis/endpoint.h\""));
  EXPECT_TRUE(is_wrong("lock/redis/endpoint.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(is_wrong("sim/trace/event.h", "#include \"sim/scenario/fault.h\""));
  EXPECT_TRUE(is_wrong("sim/scenario/fault.h", "#include \"sim/check/check.h\""));
  EXPECT_TRUE(is_wrong("sim/check/check.h", "#include \"sim/world/world.h\""));
  EXPECT_TRUE(is_wrong("sim/world/world.h", "#include \"app/cli/run.h\""));
  EXPECT_TRUE(is_wrong("app/cli/run.h", "#include \"tests/support/redis.h\""));
  EXPECT_FALSE(is_wrong("app/cli/run.h", "#include \"lock/redis/endpoint.h\""));
  EXPECT_FALSE(is_wrong("sim/explore/search_driver.h", "#include \"sim/world/world.h\""));
}

TEST(Layers, AWrongIncludeIsFoundHoweverItIsWritten) {
  EXPECT_TRUE(is_wrong("lock/env.h", "#include <sim/trace/event.h>"));
  EXPECT_TRUE(is_wrong("lock/env.h", "  # include \"sim/trace/event.h\""));
  EXPECT_TRUE(is_wrong("lock/env.h", "#include \"../sim/trace/event.h\""));
  EXPECT_TRUE(is_wrong("lock/env.h", "#include \"sim/trace/event.cpp\""));
  EXPECT_TRUE(is_wrong("app/gui/model/job.h", "#include <app/live/run/run_live.h>"));
  EXPECT_FALSE(is_wrong("lock/env.h", "#include <lock/ids.h>"));
  EXPECT_FALSE(is_wrong("lock/env.h", "#include <vector>"));
  EXPECT_FALSE(is_wrong("app/cli/run.h", "#include <hiredis/hiredis.h>"));
}

TEST(Layers, AWrongIncludeWithinTheProgramIsFound) {
  EXPECT_TRUE(is_wrong("app/gui/model/model.h", "#include \"app/gui/update/update.h\""));
  EXPECT_TRUE(is_wrong("app/gui/update/update.cpp", "#include \"app/gui/layout/glow.h\""));
  EXPECT_TRUE(is_wrong("app/gui/model/job.h", "#include \"app/live/run/run_live.h\""));
  EXPECT_TRUE(is_wrong("app/gui/model/job.h", "#include \"lock/redis/endpoint.h\""));
  EXPECT_TRUE(is_wrong("app/gui/window/lab/live_form.cpp", "#include \"app/live/run/run_live.h\""));
  EXPECT_TRUE(
      is_wrong("app/gui/window/stress/stress_screen.cpp", "#include \"app/stress/oracle.h\""));
  EXPECT_TRUE(is_wrong("app/gui/window/shell/window.cpp", "#include \"app/export/page.h\""));
  EXPECT_TRUE(is_wrong("app/gui/window/shell/window.cpp", "#include \"app/cli/output.h\""));
  EXPECT_TRUE(is_wrong("app/lessons/point.cpp", "#include \"app/gui/model/model.h\""));
  EXPECT_TRUE(is_wrong("app/challenges/position.h", "#include \"app/gui/model/model.h\""));
  EXPECT_TRUE(is_wrong("app/export/svg.cpp", "#include \"app/gui/layout/glow.h\""));
  EXPECT_TRUE(is_wrong("app/live/servers/server_fleet.h", "#include \"app/live/run/run_live.h\""));
  EXPECT_TRUE(is_wrong("app/runs/judged_run.h", "#include \"app/timeline/scene/scene.h\""));
  EXPECT_TRUE(is_wrong("app/load/stress_work.h", "#include \"app/stress/oracle.h\""));
  EXPECT_FALSE(
      is_wrong("app/gui/window/stress/stress_head.cpp", "#include \"app/load/stress_work.h\""));
  EXPECT_FALSE(is_wrong("app/gui/window/shell/window.cpp", "#include \"app/workshop/workshop.h\""));
  EXPECT_FALSE(is_wrong("app/export/svg.cpp", "#include \"app/timeline/scene/shapes.h\""));
}

/// The lines of `source` that include what only higher layers may use.
std::vector<std::string> outside_includes(const Source& source) {
  static const std::regex threads(
      R"(#include <(hiredis|uv\.h|sys/(socket|wait|epoll|timerfd)|net|arpa/|poll\.h|pthread|thread|mutex|)"
      R"(shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token|spawn\.h))");
  static const std::regex screen(R"(#include <(imgui|GLFW|GL/|fontconfig|ft2build|stb/))");
  const std::size_t own = layer_of(source.path);
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < source.lines.size(); ++i)
    if ((own < place_of(first_with_threads) && std::regex_search(source.lines[i], threads)) ||
        (own < place_of(first_with_screen) && std::regex_search(source.lines[i], screen)))
      wrong.push_back(where(source, i));
  return wrong;
}

TEST(Layers, RunsAndViewsKnowNoSocketsThreadsNorTheScreen) {
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    if (!under(source, "tests"))
      for (std::string& line : outside_includes(source)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Layers, ASocketAThreadAndTheScreenAreFound) {
  const auto wrong = [](std::string path, std::string line) {
    return !outside_includes({std::move(path), {std::move(line)}}).empty();
  };
  EXPECT_TRUE(wrong("lock/env.h", "#include <uv.h>"));
  EXPECT_TRUE(wrong("sim/world/world.h", "#include <thread>"));
  EXPECT_TRUE(wrong("app/timeline/scene/scene.h", "#include <mutex>"));
  EXPECT_TRUE(wrong("app/gui/model/job.h", "#include <sys/socket.h>"));
  EXPECT_TRUE(wrong("app/gui/update/update.cpp", "#include <hiredis/hiredis.h>"));
  EXPECT_TRUE(wrong("app/gui/layout/glow.h", "#include <imgui/imgui.h>"));
  EXPECT_TRUE(wrong("app/workshop/workshop.h", "#include <imgui/imgui.h>"));
  EXPECT_FALSE(wrong("app/workshop/workshop.h", "#include <thread>"));
  EXPECT_FALSE(wrong("lock/redis/endpoint.h", "#include <sys/socket.h>"));
  EXPECT_FALSE(wrong("app/gui/window/view.h", "#include <imgui/imgui.h>"));
}

// ---- what CMake links ---------------------------------------------------------------------------

/// A layer's folder and the targets that CMakeLists.txt links it with.
struct Target {
  std::string folder;
  std::set<std::string> linked;
};

std::string text_of(const std::string& file) {
  std::ifstream in(std::filesystem::path(LOCKLAB_SOURCE_DIR) / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The targets by name, such as "trace". The libraries of the locks and the program itself are not
/// made by layer().
std::map<std::string, Target> targets_of(const std::string& cmake) {
  std::map<std::string, Target> targets{{"lock", {"lock", {}}},
                                        {"lock_redis", {"lock/redis", {"lock"}}},
                                        {"app", {"app", {"app_cli"}}}};
  static const std::regex layer(R"(\nlayer\((\w+) ([\w/]+)([^)]*)\))");
  static const std::regex linked(R"(locklab::(\w+))");
  for (std::sregex_iterator at(cmake.begin(), cmake.end(), layer), end; at != end; ++at) {
    Target& target = targets[(*at)[1]];
    target.folder = (*at)[2];
    const std::string names = (*at)[3];
    for (std::sregex_iterator name(names.begin(), names.end(), linked); name != end; ++name)
      target.linked.insert((*name)[1]);
  }
  return targets;
}

/// For each folder, those that its target is linked with, directly or through others.
std::map<std::string, std::set<std::string>> reach_of(
    const std::map<std::string, Target>& targets) {
  std::map<std::string, std::set<std::string>> reach;
  for (const auto& [name, target] : targets) {
    std::set<std::string>& folders = reach[target.folder];
    std::vector<std::string> next{name};
    while (!next.empty()) {
      const Target& one = targets.at(next.back());
      next.pop_back();
      if (folders.insert(one.folder).second)
        next.insert(next.end(), one.linked.begin(), one.linked.end());
    }
  }
  return reach;
}

/// The folder of the target that a path is compiled into, the deepest one; empty if there is none.
std::string target_of(std::string_view path,
                      const std::map<std::string, std::set<std::string>>& reach) {
  std::string found;
  for (const auto& [folder, linked] : reach)
    if (path.starts_with(folder + "/") && folder.size() > found.size()) found = folder;
  return found;
}

/// The lines of `source` that include headers of targets with which its own is not linked.
std::vector<std::string> unlinked_includes(
    const Source& source, const std::map<std::string, std::set<std::string>>& reach) {
  const std::set<std::string>& linked = reach.at(target_of(source.path, reach));
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string header = included(source.lines[i]);
    if (!header.empty() && !linked.contains(target_of(header, reach)))
      wrong.push_back(where(source, i));
  }
  return wrong;
}

TEST(Layers, ALayerIncludesOnlyWhatCMakeLinksItWith) {
  const auto reach = reach_of(targets_of(text_of("CMakeLists.txt")));
  for (const std::string& layer : layers)
    ASSERT_NE(target_of(layer + "/", reach), layer == "app" ? "" : "app") << layer;
  std::vector<std::string> wrong;
  for (const Source& source : sources())
    if (!under(source, "tests"))
      for (std::string& line : unlinked_includes(source, reach)) wrong.push_back(std::move(line));
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Layers, AnIncludeOfWhatIsBelowAndNotLinkedIsFound) {
  const auto reach = reach_of(targets_of(text_of("CMakeLists.txt")));
  const auto wrong = [&](std::string path, std::string line) {
    return !unlinked_includes({std::move(path), {std::move(line)}}, reach).empty();
  };
  EXPECT_TRUE(wrong("sim/world/world.cpp", "#include \"sim/check/verdict_words.h\""));
  EXPECT_TRUE(wrong("app/lessons/point.cpp", "#include \"app/matrix/matrix.h\""));
  EXPECT_FALSE(wrong("sim/explore/explore.cpp", "#include \"sim/check/verdict_words.h\""));
  EXPECT_FALSE(wrong("app/main.cpp", "#include \"app/cli/command_line.h\""));
}

}  // namespace
}  // namespace tidy
