// What has just been saved is said, with its name and its place.
#include "app/gui/update/done.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/update.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;

TEST(Done, ABranchThatIsSavedSaysItsNameAndWhere) {
  Model model = showing("F06");
  work_on(model,
          update(model, intent::Break{Spot{SpotKind::lane, 0}, breaking_tool("crash"), {}, {}}));
  ASSERT_EQ(model.branch, 1u);
  update(model,
         intent::Saved{0, FileKind::scenario, "/home/teacher/mine.toml", model.run->judged.name});
  EXPECT_THAT(model.done.english(), HasSubstr("branch 1"));
  EXPECT_THAT(model.done.english(), HasSubstr("A branch of F06"));
  EXPECT_THAT(model.done.english(), HasSubstr("mine.toml in /home/teacher"));
  update(model, intent::PutDoneAway{});
  EXPECT_TRUE(model.done.empty());
}

TEST(Done, AFileInTheFolderOfAllFoldersHasAPlaceToo) {
  Model model = showing("F06");
  update(model, intent::Saved{0, FileKind::picture, "/a.svg", {}});
  EXPECT_EQ(model.done.english(), "saved as a.svg in /");
}

// Only V or End told that the remedy had helped.
TEST(Done, ABranchThatKeepsWhatItsParentHadBrokenSaysSoUntilTheUserGoesOn) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  work_on(model, update(model, intent::Slide{"ttl_ms", 700, true}));
  ASSERT_EQ(model.branch, 1u);
  EXPECT_THAT(model.done.english(), HasSubstr("branch 1 keeps every promise in this run: "));
  EXPECT_THAT(model.done.english(), HasSubstr("700 ms"));
  update(model, intent::Step{+1});
  EXPECT_TRUE(model.done.empty());
}

TEST(Done, ABranchThatIsBrokenTooSaysNothing) {
  Model model = showing("F06");
  work_on(model, update(model, intent::ChangeSeed{2}));
  ASSERT_EQ(model.branch, 1u);
  EXPECT_TRUE(model.done.empty());
}

// A red area, a red chip and no word: the remedy looked like a failure.
TEST(Done, ABranchWhoseResourceRefusesTheLateWriteSaysThatNothingIsLost) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  work_on(model, update(model, intent::ChangeStrategy{"fenced"}));
  ASSERT_EQ(model.branch, 1u);
  EXPECT_EQ(model.done.english(), "both inside, but alice's late write is refused: no update lost");
}

}  // namespace
}  // namespace locklab::app
