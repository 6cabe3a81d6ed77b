// Checks that no files include each other in a circle, so that a reader can first read what a file
// needs. Every exception has its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The files that each file includes; a header and its source count as one, "lock/env".
using Needs = std::map<std::string, std::set<std::string>>;

std::string without_ending(const std::string& path) { return path.substr(0, path.rfind('.')); }

/// Includes that may close a circle: those of a source that implements its header with parts that
/// know the header's types.
struct Entrance {
  std::string from, to;
  std::string why;
};
const std::vector<Entrance> entrances{
    {"lock/strategy", "lock/strategies/", "the table of the locks, each of which describes itself"},
    {"sim/check/check", "sim/check/", "judges a trace, with a checker for each promise"},
    {"sim/explore/search", "sim/explore/", "searches, with the parts of a search"},
    {"sim/explore/budget", "sim/explore/targets", "a budget's entries and whom they can strike"},
    {"sim/world/", "sim/world/", "a world, its network, nodes and clients are one machine"},
    {"sim/service/redis/", "sim/service/redis/",
     "a server, its keyspace and commands are one machine"},
    {"app/timeline/scene/layout", "app/timeline/",
     "lays rows out, with a part for each kind of row"},
    {"app/timeline/scene/scene", "app/timeline/",
     "builds the scene whose shapes its header declares"},
    {"app/timeline/scene/cluster_state", "app/timeline/scene/scene",
     "goes on from the nearest state that the scene keeps"},
    {"app/live/run/run_live", "app/live/", "runs a live world from its beginning to its end"},
    {"app/gui/update/update", "app/gui/update/", "hands each intent to the part that it is for"},
};

Needs needs_of(const std::vector<Source>& all) {
  Needs needs;
  for (const Source& source : all) {
    if (under(source, "tests")) continue;
    const std::string own = without_ending(source.path);
    for (const std::string& line : source.lines) {
      const std::string header = included(line);
      if (header.empty() || without_ending(header) == own) continue;
      const bool entrance =
          source.path.ends_with(".cpp") &&
          std::any_of(entrances.begin(), entrances.end(), [&](const Entrance& pair) {
            const bool from =
                pair.from.ends_with('/') ? own.starts_with(pair.from) : own == pair.from;
            return from && header.starts_with(pair.to);
          });
      if (!entrance) needs[own].insert(without_ending(header));
    }
  }
  return needs;
}

/// All files that `file` includes, directly or through others.
std::set<std::string> all_needed_by(const std::string& file, const Needs& needs) {
  std::set<std::string> all;
  std::vector<std::string> next{file};
  while (!next.empty()) {
    const auto found = needs.find(next.back());
    next.pop_back();
    if (found == needs.end()) continue;
    for (const std::string& other : found->second)
      if (all.insert(other).second) next.push_back(other);
  }
  return all;
}

/// The includes that are part of a circle: "lock/env -> lock/task".
std::vector<std::string> circles(const Needs& needs) {
  std::vector<std::string> steps;
  for (const auto& [file, others] : needs) {
    if (!all_needed_by(file, needs).contains(file)) continue;
    for (const std::string& other : others)
      if (all_needed_by(other, needs).contains(file)) steps.push_back(file + " -> " + other);
  }
  return steps;
}

TEST(Layers, NoFilesNeedEachOtherInACircle) {
  EXPECT_THAT(circles(needs_of(sources())), IsEmpty());
}

TEST(Layers, ACircleIsFound) {
  const std::vector<Source> all{
      {"app/changes/fault_tools.cpp", {"#include \"app/changes/fault_form.h\""}},
      {"app/changes/fault_form.h", {"#include \"app/changes/fault_tools.h\""}},
      {"app/changes/spot.h", {"#include \"lock/env.h\""}},
  };
  EXPECT_THAT(circles(needs_of(all)),
              ElementsAre("app/changes/fault_form -> app/changes/fault_tools",
                          "app/changes/fault_tools -> app/changes/fault_form"));
}

}  // namespace
}  // namespace tidy
