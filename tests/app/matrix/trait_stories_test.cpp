// Every link in the table of traits leads to a run that shows what the table says.
#include "app/matrix/trait_stories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "app/runs/judged_run.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

/// A cell of the table in assets/docs/matrix.md, which `tests/matrix` checks against a search.
struct Told {
  bool has = false;
  std::string link;  ///< the scenario's name; empty if there is no link
};

/// The table's rows by the lock's id, with a cell for each trait.
std::map<std::string, std::vector<Told>> told_traits() {
  std::ifstream file(LOCKLAB_SOURCE_DIR "/assets/docs/matrix.md");
  std::map<std::string, std::vector<Told>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "<!-- traits -->") inside = true;
    if (line == "<!-- end of traits -->") inside = false;
    if (!inside || !line.starts_with("| `")) continue;
    std::istringstream cells(line.substr(2));
    std::string id;
    std::getline(cells, id, '|');
    std::vector<Told>& row = rows[id.substr(1, id.rfind('`') - 1)];
    for (std::string cell; std::getline(cells, cell, '|');) {
      const std::size_t folder = cell.find("scenarios/");
      const std::size_t begin = folder + std::string("scenarios/").size();
      row.push_back(
          {cell.find("✓") != std::string::npos,
           folder == std::string::npos ? "" : cell.substr(begin, cell.find(".toml") - begin)});
    }
  }
  return rows;
}

TEST(TraitStories, EachShowsAndJudgesWhatTheTableSays) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  const auto rows = told_traits();
  std::size_t locks = 0;
  for (const Strategy& lock : strategies()) {
    if (!has_traits(lock)) continue;
    ++locks;
    const auto row = rows.find(std::string(lock.id));
    ASSERT_NE(row, rows.end()) << lock.id;
    ASSERT_EQ(row->second.size(), traits().size());
    for (std::size_t i = 0; i < traits().size(); ++i) {
      const auto story = story_of(traits()[i], lock.id);
      const Told& told = row->second[i];
      EXPECT_EQ(story ? story->run.scenario : "", told.link) << lock.id << " " << traits()[i].id;
      if (!story) continue;
      const std::string name = sim::to_string(story->run);
      const JudgedRun judged = simulate_and_judge(sim::value_of(open_named(library, name)));
      EXPECT_EQ(judged.scenario.strategy, lock.id) << name;
      EXPECT_EQ(judged.verdicts[static_cast<std::size_t>(story->property)].kept,
                told.has ? sim::Kept::kept : sim::Kept::broken)
          << "locklab run '" << name << "' should show "
          << (told.has ? "that it has: " : "that it lacks: ") << traits()[i].english;
    }
  }
  EXPECT_EQ(locks, rows.size());
}

TEST(TraitStories, OnIndependentMastersAFailoverIsTheLossOfANode) {
  const TextbookTrait& failover = traits()[5];
  ASSERT_EQ(failover.id, "failover");
  EXPECT_EQ(property_shown(failover, "redlock"), sim::Property::fault_tolerance);
  EXPECT_EQ(property_shown(failover, "set_px_lua"), sim::Property::mutual_exclusion);
}

}  // namespace
}  // namespace locklab::app
