// Notices of success: what was saved and where, and what a remedy has changed.
#include "app/gui/update/done.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include "app/gui/update/headline.h"
#include "app/gui/update/tale.h"
#include "app/workshop/search_work.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;

TEST(Done, ABranchThatIsSavedSaysItsNameAndWhere) {
  Model model = showing("F06");
  want(model, intent::Break{Spot{SpotKind::lane, 0}, breaking_tool("crash"), {}, {}});
  ASSERT_EQ(model.branch, 1u);
  update(model,
         intent::Saved{0, FileKind::scenario, "/home/teacher/mine.toml", model.run->judged.name});
  EXPECT_THAT(model.done.english(), test::IsGolden());
  update(model, intent::PutDoneAway{});
  EXPECT_TRUE(model.done.empty());
}

TEST(Done, AFileInTheFolderOfAllFoldersHasAPlaceToo) {
  Model model = showing("F06");
  update(model, intent::Saved{0, FileKind::picture, "/a.svg", {}});
  EXPECT_THAT(model.done.english(), test::IsGolden());
}

// Regression: only V or End showed that the remedy had helped.
TEST(Done, ABranchThatKeepsWhatItsParentHadBrokenSaysSoUntilTheUserGoesOn) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  want(model, intent::Slide{"ttl_ms", 700, true});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_THAT(model.done.english(), test::IsGolden());
  update(model, intent::Step{+1});
  EXPECT_TRUE(model.done.empty());
}

TEST(Done, ABranchThatIsBrokenTooSaysNothing) {
  Model model = showing("F06");
  want(model, intent::ChangeSeed{2});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_TRUE(model.done.empty());
}

// Regression: next to a red area and a red chip, the remedy looked like a failure.
TEST(Done, ABranchWhoseResourceRefusesTheLateWriteSaysThatNothingIsLost) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  want(model, intent::ChangeStrategy{"fenced"});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_THAT(model.done.english(), test::IsGolden());
}

/// The run at its violation, after a click on its first remedy.
Model after_first_remedy(const std::string& name) {
  Model model = showing(name);
  const auto search = update(model, intent::RunUntil{Until::violation});
  const std::atomic<bool> stopped{false};
  auto found = remedies_of(sim::Library(), *model.run, stopped);
  update(model, intent::RemediesFound{search->job, std::move(found)});
  want(model, intent::TryRemedy{0});
  EXPECT_EQ(model.branch, 1u) << name;
  return model;
}

// Regression: the cursor stayed at the old time, whose headline and WHY did not explain the rescue.
TEST(Done, AClickOnARemedyGoesToTheEventThatSavedTheRunAndSaysIt) {
  for (const char* name : {"F12", "F13", "F06", "F11", "F02"}) {
    const Model model = after_first_remedy(name);
    const Headline headline = headline_of(model);
    EXPECT_TRUE(headline.saves) << name;
    EXPECT_FALSE(headline.is_alarm()) << name;
    EXPECT_THAT(headline.now, test::IsGolden(name));
    ASSERT_TRUE(model.event) << name;
    EXPECT_EQ(why_shown(model).front().event, *model.event) << name;
  }
}

TEST(Done, TheToastNamesTheChange) {
  for (const char* name : {"F12", "F13", "F15"})
    EXPECT_THAT(after_first_remedy(name).done, test::IsGolden(name));
}

}  // namespace
}  // namespace locklab::app
