// Title and story of a run opened from the matrix or from a branch are true of that run.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/changes/run_story.h"
#include "app/explore/matrix_cache.h"
#include "app/matrix/trait_stories.h"
#include "lock/strategy.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// True if the run differs from its scenario in nothing but the expectations.
bool is_as_written(const ShownRun& run) {
  sim::Scenario now = run.judged.scenario;
  now.expect = run.told.expect;
  return now == run.told;
}

/// Checks title and story in both languages. A run that differs from its scenario has no story, and
/// its title names the scenario, or the lock of a bare run.
void expect_true_story(const std::string& name) {
  const ShownRunPtr run = test::opened(name);
  ASSERT_NE(run, nullptr);
  SCOPED_TRACE(name);
  for (const Language language : {Language::english, Language::chinese}) {
    const Words& say = Words::in(language);
    const sim::StoryText text = story_of(*run, say);
    EXPECT_NE(text.title, say.fill("story.live", short_name(*run))) << "no server ran it";
    EXPECT_NE(text.title, say.fill("story.recorded", short_name(*run))) << "it can be run again";
    EXPECT_EQ(keeps_story(*run), is_as_written(*run));
    if (is_as_written(*run)) {
      EXPECT_EQ(text.title, run->judged.scenario.title);
      EXPECT_EQ(text.story, run->judged.scenario.story);
      continue;
    }
    EXPECT_THAT(text.story, IsEmpty());
    EXPECT_NE(text.title, run->judged.scenario.title);
    const bool bare = run->name.scenario == "bare";
    const std::string_view lock = say.lock_name(run->judged.scenario.strategy);
    EXPECT_THAT(text.title, HasSubstr(bare ? std::string(lock.substr(1)) : short_name(*run)));
  }
}

TEST(MadeNames, OfTheMatrixTellTheirRuns) {
  constexpr std::size_t one_in = 4;
  const auto matrix = shipped_matrix(sim::Library());
  ASSERT_TRUE(matrix);
  std::set<std::string> names;
  for (const MatrixCell& cell : matrix->cells)
    for (const PropertyCell& one : cell.properties)
      if (!one.run.empty()) names.insert(one.run);
  std::size_t number = 0;
  for (const std::string& name : names)
    if (number++ % one_in == 0) expect_true_story(name);
  EXPECT_GT(number, 200u);
}

TEST(MadeNames, OfTraitsTellTheirRuns) {
  for (const Strategy& strategy : strategies())
    for (const TextbookTrait& trait : traits())
      if (const auto story = story_of(trait, strategy.id); story && has_traits(strategy))
        expect_true_story(sim::to_string(story->run));
}

TEST(MadeNames, OfBranchesTellTheirRuns) {
  std::size_t branches = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = test::opened(name);
    std::vector<std::string> made{name + " strategy=" + run->judged.scenario.strategy,
                                  with_strategy(*run, "set_px_get_del")};
    for (Setting setting : settings_of(*run)) {
      if (setting.key != "ttl_ms") continue;
      made.push_back(with_setting(*run, setting));
      setting.number += 7;
      made.push_back(with_setting(*run, setting));
    }
    for (const std::string& branch : made) {
      if (!std::holds_alternative<sim::OpenedRun>(open_named(sim::Library(), branch)))
        continue;  // the lock does not fit the scenario
      expect_true_story(branch);
      ++branches;
    }
  }
  EXPECT_GT(branches, 100u);
}

}  // namespace
}  // namespace locklab::app
