// The mapping between times and positions on a timeline.
#include "app/timeline/scene/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "app/timeline/scene/overview.h"
#include "app/timeline/scene/shapes.h"
#include "app/timeline/words/told_order.h"
#include "tests/support/drawn_run.h"

namespace locklab::app {
namespace {

using test::drawn;
using test::DrawnRun;
using test::laid_out;
using test::whole_run;

TEST(Axis, OfTimeIsTimeItself) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const Axis axis = d.axis(AxisKind::time);
  EXPECT_EQ(axis.end(), d.scene.end);
  EXPECT_EQ(axis.position(1234.5), 1234.5);
  EXPECT_EQ(axis.time(1234.5), 1234.5);
  EXPECT_EQ(axis.after(3, 1234.5), 1234.5);
}

TEST(Axis, EveryStepIsAsWideAsTheNext) {
  for (const char* story : {"F06_pause_past_ttl", "F12_redlock_clock_jump", "F11"}) {
    const DrawnRun d = drawn(story);
    const Axis axis = d.axis(AxisKind::events);
    double before = 0;
    for (std::size_t events = 0; events < d.trace().size();) {
      events = step_up(d.trace(), events + 1);
      const double now = axis.after(events, static_cast<double>(d.trace()[events - 1].at));
      ASSERT_EQ(now, before + 1) << story << ", " << events;
      before = now;
    }
    EXPECT_EQ(axis.end(), before);
  }
}

TEST(Axis, AnAnswerAndWhatItChangedAreOneStep) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const Axis axis = d.axis(AxisKind::events);
  std::size_t together = 0;
  for (std::uint32_t i = 1; i < d.trace().size(); ++i) {
    const bool one = step_up(d.trace(), i) != i;
    EXPECT_EQ(axis.position(d.trace()[i].at, i) == axis.position(d.trace()[i - 1].at, i - 1), one);
    together += one ? 1 : 0;
  }
  EXPECT_GT(together, 5u);
}

TEST(Axis, EveryMomentHasItsPlaceAndEveryPlaceItsMoment) {
  const DrawnRun d = drawn("F12_redlock_clock_jump");
  for (const AxisKind kind : {AxisKind::time, AxisKind::events}) {
    const Axis axis = d.axis(kind);
    const auto end = static_cast<double>(d.scene.end);
    double before = -1e18;
    for (double at = -0.1 * end; at <= 1.1 * end; at += end / 997) {
      const double position = axis.position(at);
      EXPECT_GE(position, before) << at;
      before = position;
      EXPECT_NEAR(axis.time(position), at, 1) << at;
    }
  }
}

TEST(Axis, TheCursorStandsWhereItsEventIs) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const Axis axis = d.axis(AxisKind::events);
  EXPECT_EQ(axis.after(0, 0), 0) << "before the first event, though that is at 0 too";
  for (std::uint32_t i = 0; i < d.trace().size(); ++i) {
    const auto at = static_cast<double>(d.trace()[i].at);
    EXPECT_EQ(axis.after(i + 1, at), axis.position(d.trace()[i].at, i));
  }
}

TEST(Axis, ARunWithoutEventsHasAnAxisToo) {
  const sim::Trace trace;
  const Scene scene = build_scene(trace, {});
  const Axis axis(AxisKind::events, scene, trace);
  EXPECT_EQ(axis.position(5.0), 5.0);
  EXPECT_EQ(axis.time(5.0), 5.0);
}

TEST(AxisOfSteps, NoBarOfALaneCoversTheNext) {
  for (const char* story : {"F06_pause_past_ttl", "F12_redlock_clock_jump", "F11"}) {
    const DrawnRun d = drawn(story);
    TimelineOptions options = whole_run(d, AxisKind::events);
    options.thin = 0;
    const TimelineShapes shapes = laid_out(d, options);
    for (std::size_t i = 1; i < shapes.bars.size(); ++i) {
      const BarShape& before = shapes.bars[i - 1];
      const BarShape& bar = shapes.bars[i];
      if (bar.row != before.row) continue;
      EXPECT_LE(before.x1, bar.x0 + 0.01f) << story << ", lane " << bar.row;
      EXPECT_GE(before.x1, bar.x0 - 0.01f) << story << ", a hole on lane " << bar.row;
    }
  }
}

TEST(AxisOfSteps, MessagesGoForwardAndTheirStepsAreTheirEvents) {
  const DrawnRun d = drawn("F12_redlock_clock_jump");
  const TimelineOptions options = whole_run(d, AxisKind::events);
  const AxisView on{d.axis(AxisKind::events), options.view, options.width};
  for (const ArrowShape& arrow : laid_out(d, options).arrows) {
    const Message& message = d.scene.messages[arrow.message];
    EXPECT_GT(arrow.x1, arrow.x0);
    const std::uint32_t begins = arrow.reply ? message.ran : message.sent;
    EXPECT_EQ(arrow.x0, on.x_of(d.trace()[begins].at, begins));
  }
}

TEST(AxisOfSteps, TheRulerTellsTimesThatNeverGoBack) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const TimelineOptions options = whole_run(d, AxisKind::events);
  const auto marks = laid_out(d, options).ruler;
  ASSERT_GT(marks.size(), 4u);
  EXPECT_EQ(marks[0].text, "0.000 ms");
  for (std::size_t i = 1; i < marks.size(); ++i) {
    EXPECT_GE(std::stod(marks[i].text), std::stod(marks[i - 1].text));
    EXPECT_GE(marks[i].x - marks[i - 1].x, 89) << "no caption covers the next";
  }
}

TEST(AxisOfSteps, ALeaseFallsByAsMuchAsEachStepTakes) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  for (const AxisKind kind : {AxisKind::time, AxisKind::events}) {
    const TimelineOptions options = whole_run(d, kind);
    const AxisView on{d.axis(kind), options.view, options.width};
    const TimelineShapes shapes = laid_out(d, options);
    ASSERT_FALSE(shapes.keys.empty());
    const BarShape& key = shapes.keys[0];
    const Span& span = d.scene.keys[key.row][key.span];
    const auto edge = lease_edge(key, span, on);
    EXPECT_EQ(edge.size() > 2, kind == AxisKind::events);
    for (std::size_t i = 1; i < edge.size(); ++i) {
      EXPECT_GT(edge[i].x, edge[i - 1].x);
      EXPECT_LE(edge[i].left, edge[i - 1].left);
      EXPECT_NEAR(edge[i].left, lease_left(span, on.time_at(edge[i].x)), 0.01);
    }
  }
}

TEST(AxisOfSteps, TheClashSpansBothWhoAreInside) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const TimelineShapes shapes = laid_out(d, whole_run(d, AxisKind::events));
  ASSERT_FALSE(shapes.clashes.empty());
  EXPECT_GT(shapes.clashes[0].x1, shapes.clashes[0].x0 + 5);
  EXPECT_FALSE(shapes.inside.empty());
}

TEST(Overview, ShowsTheWholeRunWhateverTheTimelineShows) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  for (const AxisKind kind : {AxisKind::time, AxisKind::events}) {
    const Axis axis = d.axis(kind);
    const TimeView whole = fit(axis.end());
    const TimeView part{0, static_cast<double>(axis.end()) / 10};
    const OverviewShapes all = lay_out_overview(axis, d.scene, whole, 800, 12, {});
    const OverviewShapes close = lay_out_overview(axis, d.scene, part, 800, 12, {});
    EXPECT_EQ(all.holding.size(), close.holding.size());
    EXPECT_EQ(all.from, 0);
    EXPECT_EQ(all.to, 800);
    EXPECT_GT(close.from, 0);
    EXPECT_LT(close.to, 120);
    ASSERT_GE(all.holding.size(), 2u);
    for (const BarShape& bar : all.holding) {
      EXPECT_GE(bar.x0, 0);
      EXPECT_LE(bar.x1, 800);
      EXPECT_LE(bar.y1, 12.01f);
    }
    for (const MarkKind wanted : {MarkKind::violation, MarkKind::fault})
      EXPECT_THAT(all.alarms, testing::Contains(testing::Field(&MarkShape::kind, wanted)));
  }
}

TEST(Overview, GivesNothingAwayThatIsStillAQuestion) {
  const DrawnRun d = drawn("F06_pause_past_ttl");
  const OverviewShapes told = lay_out_overview(d.axis(AxisKind::time), d.scene, fit(d.scene.end),
                                               800, 12, TimelineOptions::Told{5, 2'000});
  for (const MarkShape& alarm : told.alarms) EXPECT_LT(alarm.event, 5u);
  for (const BarShape& bar : told.holding) EXPECT_LT(bar.x1, 30);
}

TEST(Overview, ALongRunHasAFewShapesForEachPixel) {
  const DrawnRun d = drawn("F27_lost_update set={rounds=2000}");
  const OverviewShapes all =
      lay_out_overview(d.axis(AxisKind::time), d.scene, fit(d.scene.end), 200, 12, {});
  EXPECT_LE(all.holding.size(), 400u);
  std::uint64_t holds = 0;
  for (const BarShape& bar : all.holding) holds += bar.count;
  EXPECT_EQ(holds, d.scene.holding[0].size());
}

TEST(Overview, AFrameIsTakenByItsEdgesAndKeepsAMiddle) {
  OverviewShapes shapes;
  shapes.from = 100;
  shapes.to = 200;
  EXPECT_EQ(frame_part(shapes, 97, 5), FramePart::left);
  EXPECT_EQ(frame_part(shapes, 150, 5), FramePart::inside);
  EXPECT_EQ(frame_part(shapes, 198, 5), FramePart::right);
  EXPECT_EQ(frame_part(shapes, 230, 5), FramePart::outside);
  shapes.to = 104;
  EXPECT_EQ(frame_part(shapes, 102, 5), FramePart::inside);
}

}  // namespace
}  // namespace locklab::app
