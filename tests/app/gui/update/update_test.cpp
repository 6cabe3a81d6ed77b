#include "app/gui/update/update.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/words/told_order.h"
#include "sim/trace/sentence.h"
#include "tests/support/shown_model.h"
#include "tests/support/stories.h"
#include "tests/support/workshop_by_hand.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

using namespace intent;
using test::showing;

/// A run in which a pause outlasts the lease; some tests replace it.
class Update : public testing::Test {
 protected:
  sim::EventKind kind_at_cursor() const { return model.run->trace()[*event_at_cursor(model)].kind; }

  Model model = showing("F06");
};

TEST_F(Update, OpeningARunAsksForItAndShowsItWhenItComes) {
  model = Model();
  const auto job = update(model, Open{"F06"});
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::Run>().name, "F06");
  EXPECT_TRUE(model.pending);
  EXPECT_FALSE(model.run);
  EXPECT_FALSE(update(model, *answer_to(*job)));
  EXPECT_FALSE(model.pending);
  ASSERT_TRUE(model.run);
  EXPECT_EQ(model.lanes.size(), model.run->scene.lanes.size());
}

TEST_F(Update, AnAnswerToAnOlderJobIsIgnored) {
  model = Model();
  const auto first = update(model, Open{"F06"});
  const auto second = update(model, Open{"F01"});
  update(model, *answer_to(*first));
  EXPECT_FALSE(model.run);
  ASSERT_TRUE(model.pending);
  EXPECT_EQ(model.pending->job, second->job);
}

TEST_F(Update, ARunThatCannotBeOpenedLeavesTheOldOneAndSaysWhy) {
  const ShownRunPtr before = model.run;
  const auto job = update(model, Open{"F99"});
  update(model, NotOpened{job->job, say("there is no F99")});
  EXPECT_EQ(model.run, before);
  EXPECT_EQ(model.problem, say("there is no F99"));
}

// A reply and the changes made by its command are one step.
TEST_F(Update, StepsForwardAndBackVisitTheSameMoments) {
  const std::size_t events = model.run->trace().size();
  std::vector<Cursor> seen{model.cursor};
  while (model.cursor.events < events) {
    update(model, Step{+1});
    ASSERT_GT(model.cursor.events, seen.back().events);
    EXPECT_EQ(step_up(model.run->trace(), seen.back().events + 1), model.cursor.events);
    seen.push_back(model.cursor);
  }
  update(model, Step{+1});
  EXPECT_EQ(model.cursor.events, events);
  for (std::size_t i = seen.size() - 1; i-- > 0;) {
    update(model, Step{-1});
    EXPECT_EQ(model.cursor, seen[i]);
  }
  update(model, Step{-1});
  EXPECT_EQ(model.cursor.events, 0u);
}

TEST_F(Update, StepsOnALaneVisitItsEventsAlone) {
  update(model, SelectLane{1});
  const auto& events = model.run->scene.events[1];
  for (const std::uint32_t event : events) {
    update(model, StepOnLane{+1});
    EXPECT_EQ(event_at_cursor(model), event);
  }
  for (std::size_t i = events.size() - 1; i-- > 0;) {
    update(model, StepOnLane{-1});
    EXPECT_EQ(event_at_cursor(model), events[i]);
  }
}

TEST_F(Update, AVerdictUnderThePointerIsLitUpInsteadOfTheChosenOne) {
  update(model, SeekVerdict{0});
  EXPECT_EQ(lit_verdict(model), 0);
  update(model, LightVerdict{1});
  EXPECT_EQ(lit_verdict(model), 1);
  update(model, LightVerdict{});
  EXPECT_EQ(lit_verdict(model), 0);
  update(model, LightVerdict{999});
  EXPECT_EQ(lit_verdict(model), 0);
}

TEST_F(Update, GoingToAVerdictStandsRightAfterTheEventThatBrokeIt) {
  update(model, SeekVerdict{0});
  EXPECT_EQ(kind_at_cursor(), sim::EventKind::entered);
  EXPECT_EQ(model.verdict, 0);
}

TEST_F(Update, RunsUntilTheSelectedClientEntersAndThenUntilTheViolation) {
  update(model, SelectLane{0});
  update(model, RunUntil{Until::entered});
  EXPECT_EQ(index(model.run->trace()[*event_at_cursor(model)].client), 0);
  update(model, RunUntil{Until::fault});
  EXPECT_EQ(kind_at_cursor(), sim::EventKind::client_paused);
  update(model, RunUntil{Until::violation});
  EXPECT_EQ(*event_at_cursor(model), *model.run->judged.verdicts[0].event);
  for (int i = 0; i < 10; ++i) {
    update(model, RunUntil{Until::violation});
    EXPECT_LT(model.cursor.events, model.run->trace().size()) << "the first comes after the last";
  }
}

TEST_F(Update, RunningToWhatNobodyDidShowsTheWaitBeforeIt) {
  model = showing("F02");
  for (int i = 0; i < 4; ++i) {
    update(model, RunUntil{Until::violation});
    EXPECT_GT(model.view.span(), 0.3 * static_cast<double>(model.run->scene.end)) << i;
  }
}

// Regression: V went to the end of a run without a violation, and zoomed in there.
TEST_F(Update, WhereNoPromiseIsBrokenRunningToAViolationStaysAndSaysSo) {
  std::size_t clean = 0;
  for (const ShownRunPtr& run : test::every_story()) {
    if (!run->scene.clashes.empty() || run->trace().size() < 4) continue;
    ++clean;
    model = showing(run->judged.name);
    update(model, Step{+3});
    const Cursor cursor = model.cursor;
    const TimeView view = model.view;
    update(model, RunUntil{Until::violation});
    EXPECT_EQ(model.cursor, cursor) << run->judged.name;
    EXPECT_EQ(model.view, view) << run->judged.name;
    EXPECT_EQ(model.done, say("no promise is broken in this run"));
  }
  EXPECT_GT(clean, 5u);
}

TEST_F(Update, RunningToAViolationSelectsItsVerdictAndShowsBothSidesWithAMargin) {
  for (const char* name : {"F06", "F11", "F12"}) {
    SCOPED_TRACE(name);
    model = showing(name);
    update(model, SeekVerdict{1});  // select another verdict first
    update(model, GoToStart{});
    update(model, RunUntil{Until::violation});
    const auto event = *event_at_cursor(model);
    ASSERT_TRUE(model.verdict);
    EXPECT_EQ(model.run->judged.verdicts[*model.verdict].event, event);
    EXPECT_EQ(model.event, event);
    const auto& clash = model.run->scene.clashes.at(0);
    EXPECT_EQ(clash.verdict, model.verdict);
    const auto earlier = static_cast<double>(model.run->trace()[clash.other].at);
    EXPECT_LT(model.view.from, earlier);
    EXPECT_GT(model.view.to, static_cast<double>(clash.to));
    EXPECT_GT(static_cast<double>(clash.to - clash.from), model.view.span() / 12)
        << "the clash itself can be seen";
  }
}

TEST_F(Update, WhereverTheCursorGoesTheSelectedEventIsNoOlderOne) {
  const auto agrees = [&] { return model.event == event_at_cursor(model); };
  update(model, RunUntil{Until::violation});
  update(model, GoToEnd{});
  EXPECT_TRUE(agrees());
  update(model, PlayOrPause{});  // restarts from the beginning
  EXPECT_TRUE(agrees());
  update(model, SetSpeed{100});
  update(model, Tick{1});
  EXPECT_TRUE(agrees());
  update(model, GoToStart{});
  EXPECT_TRUE(agrees());
  for (int i = 0; i < 5; ++i) update(model, RunUntil{Until::violation});
  EXPECT_TRUE(agrees());
  update(model, SelectLane{0});
  for (std::size_t i = 0; i <= model.run->trace().size(); ++i) update(model, StepOnLane{+1});
  EXPECT_TRUE(agrees());
  EXPECT_EQ(model.lane, 0);
}

TEST_F(Update, PlayingMovesWithTheClockAndStopsAtTheEnd) {
  update(model, SetSpeed{1});
  update(model, PlayOrPause{});
  update(model, Tick{0.1});
  EXPECT_DOUBLE_EQ(model.cursor.at_us, 100'000);
  EXPECT_TRUE(model.playing);
  update(model, Tick{100});
  EXPECT_FALSE(model.playing);
  EXPECT_EQ(model.cursor.events, model.run->trace().size());
  update(model, PlayOrPause{});  // restarts from the beginning
  EXPECT_EQ(model.cursor.events, 0u);
}

TEST_F(Update, TheCursorStaysInSight) {
  update(model, Zoom{50, 0.0});
  update(model, GoToEnd{});
  EXPECT_LE(model.view.from, model.cursor.at_us);
  EXPECT_GE(model.view.to, model.cursor.at_us);
}

TEST_F(Update, SpeedAndScaleStayWithinTheirBounds) {
  update(model, SetSpeed{1e9});
  EXPECT_DOUBLE_EQ(model.speed, most_speed);
  update(model, SetSpeed{0});
  EXPECT_DOUBLE_EQ(model.speed, least_speed);
  update(model, SetScale{10'000});
  EXPECT_EQ(model.settings.scale_percent, most_scale);
}

TEST_F(Update, WithoutARunNothingThatNeedsOneHappens) {
  model = Model();
  for (const Intent& wanted : std::initializer_list<Intent>{
           Step{1}, StepOnLane{1}, Seek{5}, SeekEvent{3}, SeekVerdict{0}, RunUntil{Until::fault},
           GoToStart{}, GoToEnd{}, PlayOrPause{}, Tick{1}, Zoom{2, 0.5}, Pan{1}, Fit{},
           SelectLane{3}, ShowLane{1, false}, MoveLane{0, 1}})
    EXPECT_FALSE(update(model, wanted));
  EXPECT_EQ(model.cursor, Cursor{});
}

TEST_F(Update, LanesAreHiddenAndMoved) {
  update(model, ShowLane{1, false});
  update(model, MoveLane{2, -1});
  EXPECT_EQ(shown_lanes(model), (std::vector<std::uint16_t>{0, 2, 3}));
  update(model, MoveLane{0, -1});
  EXPECT_EQ(shown_lanes(model), (std::vector<std::uint16_t>{0, 2, 3}));
}

}  // namespace
}  // namespace locklab::app
