// The first start: a newcomer who follows its proposal breaks a promise and sees which.
#include "app/gui/update/first_strike.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include "app/changes/fault_tools.h"
#include "app/gui/update/headline.h"
#include "app/gui/update/placed_faults.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;

/// The model of the first start after a click on "Break it yourself".
Model after_the_button() {
  Model model = showing("F06");
  want(model, intent::BreakFirst{});
  return model;
}

const Spot alice{SpotKind::lane, 0};
const Spot bob{SpotKind::lane, 1};

TEST(FirstStrike, TheHeadlineSaysWhereToClickInBothLanguages) {
  Model model = after_the_button();
  ASSERT_TRUE(is_first_strike(model));
  const Headline headline = headline_of(model);
  EXPECT_TRUE(headline.asks);
  EXPECT_EQ(headline.title, "") << "the story's title tells of a pause that is not there";
  EXPECT_THAT(headline.now, test::IsGolden());
}

// Regression: a click at the start of alice's lane, before she acquired, ended in "keeps every
// promise".
TEST(FirstStrike, AClickAnywhereOnAliceEndsInABrokenPromise) {
  for (const std::optional<double> at_us : {std::optional<double>(), {0.0}, {90'000.0}}) {
    Model model = after_the_button();
    want(model, intent::Break{alice, breaking_tool("pause"), at_us, {}});
    ASSERT_EQ(model.branch, 1u);
    const Headline headline = headline_of(model);
    ASSERT_TRUE(headline.is_alarm());
    EXPECT_THAT(headline.now, test::IsGolden());
    EXPECT_FALSE(model.first_strike);
  }
}

TEST(FirstStrike, AClickOnSomebodyElseLeavesThePauseInHand) {
  Model model = after_the_button();
  EXPECT_FALSE(update(model, intent::Break{bob, breaking_tool("pause"), {}, {}}));
  EXPECT_TRUE(is_first_strike(model));
}

TEST(FirstStrike, AShortPauseOfTheUsersOwnIsNotTaken) {
  Model model = showing("F06");
  update(model, intent::SetSize{breaking_tool("pause"), 5});
  want(model, intent::BreakFirst{});
  want(model, intent::Break{alice, breaking_tool("pause"), {}, {}});
  EXPECT_TRUE(headline_of(model).is_alarm());
  EXPECT_EQ(size_of(model, *model.run, breaking_tool("pause")), 5);
}

TEST(FirstStrike, WhoPutsThePauseDownOrGoesElsewhereBreaksAsUsual) {
  Model model = after_the_button();
  update(model, intent::PickUp{});
  EXPECT_FALSE(headline_of(model).asks);
  model = after_the_button();
  update(model, intent::Step{+1});
  EXPECT_FALSE(headline_of(model).asks);
  want(model, intent::Break{bob, breaking_tool("pause"), {}, {}});
  EXPECT_FALSE(headline_of(model).is_alarm());
}

// Regression: the view spanned 15 us and held two dotted lines.
TEST(ViewOfAnInstant, ShowsTheRequestsThatLedToIt) {
  Model model = showing("F28");
  update(model, intent::RunUntil{Until::violation});
  update(model, intent::RunUntil{Until::violation});
  EXPECT_GE(model.view.to - model.view.from, 20'000);
  EXPECT_LE(model.view.from, 150'000) << "both requests for the count, at 150 ms, are in sight";
}

TEST(FirstStrike, UnsavedWorkIsAskedAboutFirst) {
  Model model = showing("F06");
  want(model, intent::Break{alice, breaking_tool("crash"), {}, {}});
  EXPECT_FALSE(update(model, intent::BreakFirst{}));
  ASSERT_TRUE(model.leave_for);
  want(model, intent::Leave{intent::Leaving::discard});
  EXPECT_TRUE(is_first_strike(model));
}

}  // namespace
}  // namespace locklab::app
