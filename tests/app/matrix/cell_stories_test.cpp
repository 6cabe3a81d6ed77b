// The story behind a cell of the matrix shows what the cell claims, wide enough to be seen.
#include "app/matrix/cell_stories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/explore/matrix_cache.h"
#include "app/gui/model/matrix_cells.h"
#include "app/gui/update/headline.h"
#include "app/matrix/same_faults.h"
#include "app/matrix/traits.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

TEST(CellStories, EachHasTheLockAndTheFaultAndBreaksThePromiseWhereItCanBeSeen) {
  for (const CellStory& story : cell_stories()) {
    const std::string name(story.run);
    const Model model = test::showing(name);
    const ShownRun& run = *model.run;
    EXPECT_EQ(run.judged.scenario.strategy, story.strategy) << name;
    EXPECT_THAT(columns_of(run.judged.scenario.faults), testing::Contains(std::string(story.fault)))
        << name;
    const auto verdict = static_cast<std::uint16_t>(story.property);
    EXPECT_EQ(run.judged.verdicts[verdict].kept, sim::Kept::broken) << name;
    // A fiftieth of the run is 14 of 700 pixels, before the view zooms in.
    for (const Clash& clash : run.scene.clashes)
      if (clash.verdict == verdict && story.property == sim::Property::mutual_exclusion) {
        EXPECT_GE(clash.to - clash.from, run.scene.end / 50) << name;
      }
  }
}

TEST(CellStories, APauseOfTheLockInUseOpensThePauseThatLosesAnUpdate) {
  Model model = test::showing("F01");
  model.matrix.matrix = std::make_shared<Matrix>(*shipped_matrix(sim::Library()));
  const Matrix& matrix = *model.matrix.matrix;
  const auto at = [](const std::vector<std::string>& all, const char* id) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), id) - all.begin());
  };
  model.matrix.row = at(matrix.strategies, "set_px_lua");
  model.matrix.column = at(matrix.faults, "pause");
  const auto opened = run_behind_cell(model);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->name, "F06_pause_past_ttl");
  EXPECT_FALSE(opened->instead.empty()) << "the run of the search, if the story is changed";
}

// Regression: "owner check ✓" opened a run with "2 promises broken" in red.
TEST(CellStories, ATraitThatALockHasOpensARunWhoseHeadlineSaysIt) {
  Model model = test::showing("F01");
  model.matrix.matrix = std::make_shared<Matrix>(*shipped_matrix(sim::Library()));
  model.matrix.traits = true;
  const auto rows = trait_rows(*model.matrix.matrix);
  std::size_t kept = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t trait = 0; trait < traits().size(); ++trait) {
      if (trait_look(*model.matrix.matrix, rows[row], trait).state != CellState::kept) continue;
      model.matrix.row = row;
      model.matrix.column = trait;
      const auto behind = run_behind_cell(model);
      if (!behind) continue;
      Model opened = model;
      work_on(opened, update(opened, *behind));
      const auto& verdict = opened.run->judged.verdicts[static_cast<std::size_t>(behind->property)];
      if (verdict.kept != sim::Kept::kept) continue;  // another fault of the column shows the trait
      const Headline headline = headline_of(opened);
      EXPECT_FALSE(headline.is_alarm()) << behind->name;
      EXPECT_TRUE(headline.saves) << behind->name;
      EXPECT_THAT(headline.now.english(), testing::EndsWith(verdict.sentence.english()));
      ++kept;
    }
  EXPECT_GE(kept, 5u);
}

}  // namespace
}  // namespace locklab::app
