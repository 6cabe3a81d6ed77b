// The axis, its visible part and the measured ranges, without a window.
#include "app/gui/update/axis_view.h"

#include <gmock/gmock.h>

#include "app/gui/update/navigation.h"
#include "app/gui/update/settings_file.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::showing;

/// A run in which a pause outlasts the lease.
class AxisOnScreen : public testing::Test {
 protected:
  Model model = showing("F06_pause_past_ttl");
};

TEST_F(AxisOnScreen, AKeyChangesTheAxisAndTheWholeRunStaysInSight) {
  type(model, 'y');
  EXPECT_EQ(model.settings.axis, AxisKind::events);
  EXPECT_EQ(model.view, fit(axis_of(model).end()));
  EXPECT_LT(model.view.to, 100);
  type(model, 'y');
  EXPECT_EQ(model.view, fit(model.run->scene.end));
}

TEST_F(AxisOnScreen, WhatIsInSightStaysInSightAndTheCursorToo) {
  update(model, RunUntil{Until::violation});
  const TimeView before = model.view;
  update(model, SetAxis{AxisKind::events});
  const AxisView on = axis_on_screen(model, 1000);
  EXPECT_LT(on.time_at(0), before.from + 1e4);
  EXPECT_GE(cursor_position(model), model.view.from);
  EXPECT_LE(cursor_position(model), model.view.to);
}

TEST_F(AxisOnScreen, EveryStepMovesTheCursorByOneStepAndTheViewFollows) {
  update(model, SetAxis{AxisKind::events});
  update(model, Zoom{8, 0});
  double before = cursor_position(model);
  while (model.cursor.events < model.run->trace().size()) {
    update(model, Step{+1});
    EXPECT_EQ(cursor_position(model), before + 1);
    before = cursor_position(model);
    EXPECT_GE(before, model.view.from);
    EXPECT_LE(before, model.view.to);
  }
}

TEST_F(AxisOnScreen, AnotherStoryBeginsWithTheWholeOfItsOwnAxis) {
  update(model, SetAxis{AxisKind::events});
  want(model, Open{"F12_redlock_clock_jump"});
  EXPECT_EQ(model.view, fit(axis_of(model).end()));
}

/// The last seconds of a day-long run, all that was recorded.
TEST_F(AxisOnScreen, ATraceWhoseBeginningWasNotKeptOpensWithWhatItHas) {
  sim::Trace whole = showing("F06").run->trace().tail(0);
  sim::Trace tail;
  tail.info = whole.info;
  tail.info.omitted = 4'000'000;
  tail.set_names(whole.names());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    sim::Event event = whole[i];
    if (event.text != sim::no_text) event.text = tail.keep(whole.text(event));
    event.at += 86'400'000'000;
    tail.add(event);
  }
  const std::optional<Job> job = update(model, Open{"a tail"});
  update(model, Opened{job->job, make_recorded_run(sim::Library(), std::move(tail))});
  const Axis axis = axis_of(model);
  EXPECT_LE(model.view.from, axis.position(86'400'000'000.0));
  EXPECT_GE(model.view.to, axis.end());
  EXPECT_LT(model.view.span(), 10'000'000);
}

TEST_F(AxisOnScreen, TheAxisIsKeptInTheSettings) {
  update(model, SetAxis{AxisKind::events});
  Model next;
  EXPECT_FALSE(take_settings(next, settings_text(model)));
  EXPECT_EQ(next.settings.axis, AxisKind::events);
}

TEST_F(AxisOnScreen, ABandZoomsWhenItIsDroppedAndEscapeLeavesIt) {
  for (const AxisKind axis : {AxisKind::time, AxisKind::events}) {
    model = showing("F06_pause_past_ttl");
    update(model, SetAxis{axis});
    const TimeView whole = model.view;
    const double from = whole.from + 0.6 * whole.span();
    const double to = whole.from + 0.2 * whole.span();
    update(model, DragRange{{RangeGrip::band, from, to, whole}});
    EXPECT_EQ(model.view, whole) << "it is only shown";
    Model left = model;
    press(left, Key::escape);
    update(left, DragRange{{RangeGrip::band, from, to, whole}});
    update(left, DropRange{});
    EXPECT_EQ(left.view, whole);
    update(model, DropRange{});
    EXPECT_NEAR(model.view.from, to, 1e-6) << "also from right to left";
    EXPECT_NEAR(model.view.to, from, 1e-6);
    EXPECT_FALSE(model.range);
  }
}

TEST_F(AxisOnScreen, TheFrameOfTheOverviewIsMovedAndResized) {
  update(model, DragRange{{RangeGrip::band, 100'000, 200'000, model.view}});
  update(model, DropRange{});
  const TimeView before = model.view;
  update(model, DragRange{{RangeGrip::view, 0, 50'000, before}});
  EXPECT_NEAR(model.view.from, 150'000, 1e-6);
  EXPECT_NEAR(model.view.to, 250'000, 1e-6);
  update(model, DragRange{{RangeGrip::view, 0, 60'000, before}});
  EXPECT_NEAR(model.view.from, 160'000, 1e-6) << "from where it began, not twice";
  press(model, Key::escape);
  EXPECT_EQ(model.view, before);
  update(model, DropRange{});
  update(model, DragRange{{RangeGrip::right_edge, 0, 50'000, before}});
  EXPECT_NEAR(model.view.from, 100'000, 1e-6);
  EXPECT_NEAR(model.view.to, 250'000, 1e-6);
  update(model, DropRange{});
  update(model, DragRange{{RangeGrip::left_edge, 0, 500'000, before}});
  EXPECT_LT(model.view.span(), 1'000) << "an edge does not pass the other";
  EXPECT_GT(model.view.span(), 0);
}

TEST_F(AxisOnScreen, TheTimeBetweenTwoMarksIsTheSameOnBothAxes) {
  update(model, Seek{100'000});
  type(model, '[');
  EXPECT_FALSE(between_marks(model));
  update(model, SetMark{1, 42'700.0});
  EXPECT_DOUBLE_EQ(between_marks(model).value_or(0), 57'300);
  update(model, SetAxis{AxisKind::events});
  EXPECT_DOUBLE_EQ(between_marks(model).value_or(0), 57'300);
  update(model, ZoomToMarks{});
  const AxisView on = axis_on_screen(model, 1000);
  EXPECT_LT(on.time_at(0), 42'700);
  EXPECT_GT(on.time_at(1000), 99'999);
  press(model, Key::escape);
  EXPECT_FALSE(model.marks[0] || model.marks[1]);
  EXPECT_FALSE(intent_of({Key::escape}, model)) << "there is nothing left to clear";
}

// Regression: Home and three steps did not move the cursor by a pixel.
TEST(StepsInTime, MoveTheCursorVisiblyFromTheWholeRunOn) {
  for (const char* story : {"F06", "F11", "F12", "F02"}) {
    Model model = showing(story);
    model.settings.axis = AxisKind::time;
    update(model, intent::Fit{});
    update(model, intent::GoToStart{});
    std::size_t moved = 0;
    for (int i = 0; i < 40; ++i) {
      const double before = model.cursor.at_us;
      update(model, intent::Step{+1});
      if (model.cursor.at_us == before) continue;  // an event at the same time
      ++moved;
      EXPECT_GE((model.cursor.at_us - before) / model.view.span(), 0.005) << story << ", " << i;
      EXPECT_GE(model.cursor.at_us, model.view.from);
      EXPECT_LE(model.cursor.at_us, model.view.to);
    }
    EXPECT_GT(moved, 0u) << story;
  }
}

TEST_F(AxisOnScreen, StepsInTimeLeaveAViewAloneThatWasChosenByHand) {
  model.settings.axis = AxisKind::time;
  update(model, intent::GoToStart{});
  update(model, intent::Zoom{1.1, 0.0});
  const double span = model.view.span();
  for (int i = 0; i < 5; ++i) update(model, intent::Step{+1});
  EXPECT_DOUBLE_EQ(model.view.span(), span);
}

}  // namespace
}  // namespace locklab::app
