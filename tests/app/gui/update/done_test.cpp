// What has just been saved is said, with its name and its place.
#include "app/gui/update/done.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/headline.h"
#include "app/gui/update/tale.h"
#include "app/gui/update/update.h"
#include "app/workshop/search_work.h"
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
  EXPECT_THAT(model.done.english(), test::IsGolden());
  update(model, intent::PutDoneAway{});
  EXPECT_TRUE(model.done.empty());
}

TEST(Done, AFileInTheFolderOfAllFoldersHasAPlaceToo) {
  Model model = showing("F06");
  update(model, intent::Saved{0, FileKind::picture, "/a.svg", {}});
  EXPECT_THAT(model.done.english(), test::IsGolden());
}

// Only V or End told that the remedy had helped.
TEST(Done, ABranchThatKeepsWhatItsParentHadBrokenSaysSoUntilTheUserGoesOn) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  work_on(model, update(model, intent::Slide{"ttl_ms", 700, true}));
  ASSERT_EQ(model.branch, 1u);
  EXPECT_THAT(model.done.english(), test::IsGolden());
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
  EXPECT_THAT(model.done.english(), test::IsGolden());
}

/// The run at its violation, after a click on its first remedy.
Model after_first_remedy(const std::string& name) {
  Model model = showing(name);
  const auto search = update(model, intent::RunUntil{Until::violation});
  const std::atomic<bool> stopped{false};
  auto found = remedies_of(sim::Library(), *model.run, stopped);
  update(model, intent::RemediesFound{search->job, std::move(found)});
  work_on(model, update(model, intent::TryRemedy{0}));
  EXPECT_EQ(model.branch, 1u) << name;
  return model;
}

// The cursor stood at the old instant, whose headline and WHY said nothing of what saved the run.
TEST(Done, AClickOnARemedyGoesToTheEventThatSavedTheRunAndSaysIt) {
  const std::pair<const char*, const char*> stories[] = {
      {"F12", "n3 refuses bob: alice holds it"},
      {"F13", "n3 refuses bob: alice holds it"},
      {"F06", "stock refuses alice's late write: token 1 is older than 2"},
      {"F11", "n2 refuses bob: alice holds it"},
      {"F02", "bob enters, and nobody else is inside"}};
  for (const auto& [name, words] : stories) {
    const Model model = after_first_remedy(name);
    const Headline headline = headline_of(model);
    EXPECT_TRUE(headline.saves) << name;
    EXPECT_FALSE(headline.is_alarm()) << name;
    EXPECT_EQ(headline.now.english(), words) << name;
    ASSERT_TRUE(model.event) << name;
    EXPECT_EQ(why_shown(model).front().event, *model.event) << name;
  }
}

TEST(Done, TheToastNamesTheChange) {
  const auto done = [](const char* name) { return after_first_remedy(name).done.english(); };
  EXPECT_THAT(done("F12"), test::IsGolden());
  EXPECT_THAT(done("F13"), test::IsGolden());
  EXPECT_THAT(done("F15"), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
