#include "app/gui/update/comparison.h"
#include "tests/support/golden_text.h"

#include <gtest/gtest.h>

#include "app/gui/update/branches.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/navigation.h"
#include "sim/trace/sentence.h"
#include "tests/support/opened_run.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::opened;

constexpr const char* compared_story = "F21_watchdog_saves";
constexpr const char* paused =
    "F21_watchdog_saves fault={at_ms=104.122, pause={client=\"alice\", ms=450}}";
constexpr const char* crashed =
    "F21_watchdog_saves fault={at_ms=104.122, crash={client=\"alice\"}}";

/// A story and two branches of it; the second branch is shown.
class Comparing : public testing::Test {
 protected:
  Comparing() {
    show_story(model, opened(compared_story));
    add_branch(model, opened(paused), model.branch);
    show_branch(model, 0);
    add_branch(model, opened(crashed), model.branch);
  }

  Model model;
};

TEST_F(Comparing, FindsTheFirstEventThatDiffersAndSaysItForBoth) {
  update(model, ShowBranch{1});
  update(model, Compare{0});
  ASSERT_TRUE(model.comparison);
  ASSERT_TRUE(model.comparison->difference);
  const std::size_t first = model.comparison->difference->one;
  const Words& say = Words::in(Language::english);
  const Model other = other_side(model);
  EXPECT_THAT(difference_words(say, *model.run, first, *other.run, first), test::IsGolden());
  EXPECT_THAT(difference_words(say, *other.run, first, *model.run, first), test::IsGolden());
  EXPECT_EQ(difference_at(*model.run, first), 104'122);
  EXPECT_THAT(difference_words(say, *other.run, other.run->trace().size(), *model.run,
                               model.run->trace().size()),
              test::IsGolden());
}

TEST_F(Comparing, ShowsTheCursorEvenIfTheViewHadLeftItBehind) {
  update(model, GoToEnd{});
  model.view = {0, 50'000};
  update(model, Compare{0});
  ASSERT_TRUE(model.comparison);
  EXPECT_LE(model.view.from, model.cursor.at_us);
  EXPECT_GE(model.view.to, model.cursor.at_us);
}

// Regression: the comparison opened at the cursor, after the first difference.
TEST_F(Comparing, OpensWithThePlaceInSightWhereTheRunsPart) {
  update(model, GoToEnd{});
  const double end = static_cast<double>(axis_of(model).end());
  model.view = {end * 0.95, end};
  update(model, Compare{0});
  ASSERT_TRUE(model.comparison->difference);
  const std::size_t parts = model.comparison->difference->one;
  const double at =
      axis_of(model).position(model.run->trace()[parts].at, static_cast<std::uint32_t>(parts));
  EXPECT_LE(model.view.from, at);
  EXPECT_GE(model.view.to, at);
}

TEST_F(Comparing, SaysWhichVerdictsDiffer) {
  EXPECT_TRUE(differing_verdicts(model).empty()) << "nothing is compared";
  update(model, ShowBranch{1});
  update(model, Compare{0});
  const auto differing = differing_verdicts(model);
  ASSERT_FALSE(differing.empty());
  EXPECT_EQ(differing[0].property, sim::Property::mutual_exclusion);
  EXPECT_EQ(differing[0].above, sim::Kept::broken);
  EXPECT_EQ(differing[0].below, sim::Kept::kept);
}

TEST_F(Comparing, TheOtherSideStandsAtTheSameMoment) {
  update(model, Compare{1});
  const std::size_t common = model.comparison->difference->one;
  stand_after(model, common);
  EXPECT_EQ(other_side(model).cursor, model.cursor);
  update(model, Seek{300'000});
  const Model other = other_side(model);
  EXPECT_DOUBLE_EQ(other.cursor.at_us, 300'000);
  EXPECT_EQ(other.cursor.events, events_until(other.run->trace(), 300'000));
  EXPECT_EQ(other.view.from, model.view.from);
}

TEST_F(Comparing, AnEventThatOnlyTheOtherSideHasIsSoughtByItsTime) {
  update(model, Compare{0});
  const Model other = other_side(model);
  const auto last = static_cast<std::uint32_t>(other.run->trace().size() - 1);
  ASSERT_GT(last, model.run->trace().size());  // the story is longer
  const Intent wanted = wanted_on_other_side(SeekEvent{last}, other);
  EXPECT_DOUBLE_EQ(wanted.get_if<Seek>()->at_us, static_cast<double>(other.run->trace()[last].at));
  EXPECT_TRUE(wanted_on_other_side(Pan{1}, other).is<Pan>());
}

/// The same events as a live run, each at twice its time.
ShownRunPtr live_and_slower(const ShownRun& run) {
  sim::Trace slower;
  slower.info = run.trace().info;
  slower.info.world = "live";
  for (std::size_t i = 0; i < run.trace().size(); ++i) {
    sim::Event event = run.trace()[i];
    event.at *= 2;
    if (event.key != sim::no_name) event.key = slower.name_id(run.trace().name_of(event.key));
    if (event.text != sim::no_text) event.text = slower.keep(run.trace().text(event));
    event.place = sim::no_name;
    slower.add(event);
  }
  return make_recorded_run(sim::Library(), std::move(slower));
}

TEST_F(Comparing, ALiveRunStandsAtTheSameStepNotAtTheSameTime) {
  show_story(model, opened(compared_story));
  add_branch(model, live_and_slower(*model.run), model.branch);
  show_branch(model, 0);
  update(model, Compare{1});
  ASSERT_TRUE(model.comparison);
  EXPECT_FALSE(model.comparison->difference);
  stand_after(model, 12);
  const Model other = other_side(model);
  EXPECT_EQ(other.cursor.events, 12u);
  EXPECT_DOUBLE_EQ(other.cursor.at_us, 2 * model.cursor.at_us);
  const Intent wanted = wanted_on_other_side(Seek{2 * model.cursor.at_us}, other);
  ASSERT_TRUE(wanted.is<SeekEvent>());
  update(model, GoToStart{});
  update(model, wanted);
  EXPECT_DOUBLE_EQ(2 * model.cursor.at_us, other.cursor.at_us);
}

TEST_F(Comparing, GoesOnWhenAnotherBranchIsShownAndEndsWithAnotherStory) {
  update(model, Compare{1});
  update(model, ShowBranch{0});
  EXPECT_EQ(model.comparison->shown, 0u);
  EXPECT_EQ(model.comparison->with, 1u);
  update(model, ShowBranch{1});  // branch 1 was below: the two swap places
  EXPECT_EQ(model.comparison->shown, 1u);
  EXPECT_EQ(model.comparison->with, 0u);
  show_story(model, opened("F06"));
  EXPECT_FALSE(model.comparison);
}

TEST_F(Comparing, WithItselfOrWithABranchThatIsNotThereNothingIsCompared) {
  update(model, Compare{2});
  EXPECT_FALSE(model.comparison);
  update(model, Compare{7});
  EXPECT_FALSE(model.comparison);
  Model empty;
  EXPECT_FALSE(update(empty, Compare{0}));
  EXPECT_FALSE(empty.comparison);
}

TEST_F(Comparing, BothRunsAreInSightWhereTheWholeOfOneWas) {
  update(model, Fit{});
  update(model, Compare{0});
  const Model other = other_side(model);
  EXPECT_GE(model.view.to, static_cast<double>(other.run->scene.end));
}

TEST_F(Comparing, DComparesWithTheBranchThatItCameOfAndLeavesAgain) {
  type(model, 'd');
  ASSERT_TRUE(model.comparison);
  EXPECT_EQ(model.comparison->with, 0u);
  type(model, 'd');
  EXPECT_FALSE(model.comparison);
  update(model, ShowBranch{0});
  type(model, 'd');
  EXPECT_EQ(model.comparison->with, 2u);
  press(model, Key::escape);
  EXPECT_FALSE(model.comparison);
  Model alone;
  show_story(alone, opened("F06"));
  EXPECT_FALSE(intent_of({.character = 'd'}, alone));
}

TEST_F(Comparing, ARunWithALaneLessStillShowsItsOwn) {
  show_story(model, opened("F06"));
  ASSERT_EQ(model.run->scene.lanes.size(), 4u);
  // A client that crashes before its first access never touches the stock, whose lane is then
  // missing.
  add_branch(model,
             opened("F06 fault={at_ms=0.001, crash={client=\"alice\"}} "
                    "fault={at_ms=0.002, crash={client=\"bob\"}}"),
             model.branch);
  ASSERT_EQ(model.run->scene.lanes.size(), 3u);
  update(model, Compare{0});
  const Model other = other_side(model);
  EXPECT_EQ(shown_lanes(other).size(), other.run->scene.lanes.size());
  EXPECT_EQ(shown_lanes(model).size(), model.run->scene.lanes.size());
}

TEST_F(Comparing, BranchesAreCalledByWhatTheyAre) {
  const Words& say = Words::in(Language::english);
  EXPECT_EQ(branch_name(say, model, 0), "the story");
  EXPECT_EQ(branch_name(say, model, 2), "branch 2");
}

TEST_F(Comparing, LeavesTheScaleAsItWas) {
  model.view = whole_view(model);
  const TimeView whole = model.view;
  update(model, Compare{1});
  update(model, Compare{std::nullopt});
  EXPECT_EQ(model.view, whole) << "the other run is longer";
  update(model, GoToEnd{});
  model.view = {0, 50'000};
  update(model, Compare{1});
  ASSERT_NE(model.view, (TimeView{0, 50'000}));
  update(model, Compare{std::nullopt});
  EXPECT_EQ(model.view, (TimeView{0, 50'000}));
  update(model, Compare{1});
  model.view = {10'000, 20'000};
  update(model, Compare{std::nullopt});
  EXPECT_EQ(model.view, (TimeView{10'000, 20'000})) << "the user has chosen it meanwhile";
}

}  // namespace
}  // namespace locklab::app
