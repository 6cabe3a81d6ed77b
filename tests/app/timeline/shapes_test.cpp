#include "app/timeline/scene/shapes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/gui/layout/timeline_pick.h"
#include "app/runs/judged_run.h"
#include "tests/support/drawn_run.h"

namespace locklab::app {
namespace {

using test::drawn;
using test::DrawnRun;
using test::laid_out;
using test::whole_run;

/// F06, in which bob enters while alice is paused inside.
class TimelineLayout : public testing::Test {
 protected:
  const DrawnRun d = drawn("F06_pause_past_ttl");
  TimelineOptions options = whole_run(d);
  const TimelineShapes shapes = laid_out(d);
};

/// A run with so many rounds that they are folded in a narrow window.
class LongTimelineLayout : public testing::Test {
 protected:
  LongTimelineLayout() { options.width = 60; }

  const DrawnRun d = drawn("F27_lost_update set={rounds=200}");
  TimelineOptions options = whole_run(d);
};

TEST_F(TimelineLayout, EveryLaneHasItsRowNoRowsOverlapAndTheRulerBeginsWithTheRun) {
  ASSERT_EQ(shapes.rows.size(), d.scene.lanes.size());
  for (std::size_t i = 1; i < shapes.rows.size(); ++i)
    EXPECT_GE(shapes.rows[i].y0, shapes.rows[i - 1].y1);
  ASSERT_EQ(shapes.strips.size(), 3u);
  EXPECT_GE(shapes.strips[0].y0, shapes.rows.back().y1);
  EXPECT_GE(shapes.height, shapes.strips.back().y1);
  ASSERT_GT(shapes.ruler.size(), 3u);
  EXPECT_EQ(shapes.ruler[0].text, "0 ms");
}

TEST_F(TimelineLayout, AHiddenLaneTakesItsArrowsAlong) {
  std::erase(options.lanes, 1);  // bob's
  const TimelineShapes after = laid_out(d, options);
  EXPECT_LT(after.arrows.size(), shapes.arrows.size());
  for (const ArrowShape& arrow : after.arrows) EXPECT_NE(d.scene.messages[arrow.message].client, 1);
}

TEST_F(LongTimelineLayout, OneMessageCanBeShownAloneHoweverDenseTheyAre) {
  options.only_message = 41;
  const TimelineShapes shapes = laid_out(d, options);
  EXPECT_EQ(shapes.arrows.size(), 2u) << "the request and its reply";
  for (const ArrowShape& arrow : shapes.arrows) EXPECT_EQ(arrow.message, 41u);
}

// Regression: the cross of alice's lost renewal to n1 was on bob's lane, as if he had failed.
TEST(TimelineOfARun, TheCrossOfALostMessageStandsOnNoStrangersLane) {
  std::size_t crosses = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const DrawnRun d = drawn(name);
    for (const float row : {18.0f, 36.0f}) {
      TimelineOptions options = whole_run(d);
      options.row = row;
      const TimelineShapes shapes = laid_out(d, options);
      for (const ArrowShape& arrow : shapes.arrows) {
        if (!arrow.lost || arrow.count > 1) continue;
        ++crosses;
        const Message& message = d.scene.messages[arrow.message];
        const std::uint16_t wanted = arrow.reply ? message.client : message.node;
        const auto struck =
            std::find_if(shapes.rows.begin(), shapes.rows.end(), [&](const LaneRow& lane) {
              return arrow.end_y() >= lane.y0 && arrow.end_y() <= lane.y1;
            });
        ASSERT_NE(struck, shapes.rows.end()) << name;
        EXPECT_EQ(struck->lane, wanted) << name;
        EXPECT_GE(std::abs(arrow.end_y() - arrow.y1), row / 4) << name << ": it never arrived";
      }
    }
  }
  EXPECT_GT(crosses, 20u);
}

/// The resource's strip when only the first `events` events may be shown.
std::vector<BarShape> let_in(const DrawnRun& d, std::size_t events) {
  TimelineOptions options = whole_run(d);
  const std::int64_t at = events == 0 ? 0 : d.trace()[events - 1].at;
  options.told = {events, static_cast<double>(at), false};
  std::vector<BarShape> bars;
  for (const BarShape& bar : laid_out(d, options).holding)
    if (bar.row == static_cast<std::uint16_t>(Holding::resource)) bars.push_back(bar);
  return bars;
}

// Regression: before a write the bar of a client reached the cursor if it would succeed, and was
// three pixels wide if it would be refused or the client would crash.
TEST(TimelineOfARun, TheResourcesStripTellsNothingOfAWriteThatIsStillAQuestion) {
  std::size_t asked = 0;
  for (const char* name : {"F02", "F04", "F06", "F06/fenced", "F07", "F11", "F12", "F13", "F15"}) {
    const DrawnRun d = drawn(name);
    ASSERT_EQ(d.scene.visits.size(), d.scene.holding[2].size());
    for (std::size_t events = 0; events <= d.trace().size(); ++events) {
      const double at = events == 0 ? 0 : static_cast<double>(d.trace()[events - 1].at);
      const float now =
          AxisView{Axis(AxisKind::time, d.scene, d.trace()), whole_run(d).view, 1000}.x_after(
              events, at);
      for (const BarShape& bar : let_in(d, events)) {
        const Visit& visit = d.scene.visits[bar.span];
        if (bar.count > 1 || (visit.end != VisitEnd::open && visit.event < events)) continue;
        ++asked;
        EXPECT_NEAR(bar.x1, std::max(now, bar.x0 + 3), 0.5f) << name << " after " << events;
      }
    }
  }
  EXPECT_GT(asked, 100u);
}

TEST(Scene, AVisitToTheResourceEndsAsItDid) {
  const DrawnRun late = drawn("F06/fenced");
  ASSERT_EQ(late.scene.visits.size(), 2u);
  EXPECT_EQ(late.scene.visits[0].end, VisitEnd::refused);
  EXPECT_EQ(late.scene.visits[1].end, VisitEnd::wrote);
  const DrawnRun dead = drawn("F01");
  const auto& visits = dead.scene.visits;
  EXPECT_TRUE(std::any_of(visits.begin(), visits.end(),
                          [](const Visit& visit) { return visit.end == VisitEnd::never_wrote; }));
}

// Regression: a client of another lock had a row of its own in each strip, at the cost of the
// cluster.
TEST(Scene, WhoWantsOnlyAnotherLockHasNoRowOfItsOwn) {
  const DrawnRun d = drawn("F13");
  EXPECT_EQ(d.scene.clients, 3u);
  EXPECT_EQ(strip_rows(d.scene), 2u);
  EXPECT_LT(strip_row(d.scene, 2), 2u);
  EXPECT_NE(strip_row(d.scene, 0), strip_row(d.scene, 1));
}

TEST_F(TimelineLayout, ItSaysWhetherTheRunGoesOnBeyondWhatIsInSight) {
  EXPECT_FALSE(shapes.more_before || shapes.more_after);
  options.view = {1'000, 5'000};
  const TimelineShapes part = laid_out(d, options);
  EXPECT_TRUE(part.more_before && part.more_after);
}

TEST_F(TimelineLayout, ALeaseRunsDown) {
  ASSERT_FALSE(shapes.keys.empty());
  EXPECT_GT(shapes.keys[0].left, 0.95f);
  EXPECT_LT(shapes.keys[0].right, 0.05f);
}

TEST_F(TimelineLayout, ACollisionSpansTheLanesConcerned) {
  ASSERT_FALSE(shapes.clashes.empty());
  const ClashShape& clash = shapes.clashes[0];
  EXPECT_LE(clash.y0, shapes.rows[0].y0);
  EXPECT_GE(clash.y1, shapes.rows[1].y1);
  EXPECT_GT(clash.x1, clash.x0);
}

TEST_F(LongTimelineLayout, WhatIsThinFoldsAndIsCounted) {
  const TimelineShapes shapes = laid_out(d, options);
  std::uint32_t most = 0;
  for (const BarShape& bar : shapes.bars) most = std::max(most, bar.count);
  EXPECT_GT(most, 5u);
  EXPECT_LT(shapes.bars.size() + shapes.arrows.size(), 400u);
}

TEST_F(TimelineLayout, FaultsAndViolationsNeverFoldAway) {
  options.width = 40;
  const TimelineShapes tiny = laid_out(d, options);
  std::size_t violations = 0;
  for (const MarkShape& mark : tiny.alarms)
    if (mark.kind == MarkKind::violation) violations += mark.count;
  EXPECT_EQ(violations, d.scene.clashes.size());
  EXPECT_TRUE(std::any_of(tiny.alarms.begin(), tiny.alarms.end(),
                          [](const MarkShape& mark) { return mark.kind == MarkKind::fault; }));
}

TEST(TimelineOfARun, AnAlarmSaysWhetherSomebodyDies) {
  for (const auto& [name, dies] :
       {std::pair("F01_crash_no_expiry", true), std::pair("F14_delayed_restart", true),
        std::pair("F06_pause_past_ttl", false)}) {
    const DrawnRun d = drawn(name);
    const TimelineShapes shapes = laid_out(d);
    EXPECT_EQ(std::any_of(shapes.alarms.begin(), shapes.alarms.end(),
                          [](const MarkShape& mark) { return mark.death; }),
              dies)
        << name;
  }
}

TEST_F(TimelineLayout, AFaultAtAViolationHasItsFlagBeside) {
  std::int64_t at = 0;
  for (const Mark& mark : d.scene.alarms)
    if (mark.kind == MarkKind::violation) at = mark.at;
  const DrawnRun crashed =
      drawn(fmt::format("F06_pause_past_ttl fault={{at_ms={:.3f}, crash={{client=\"alice\"}}}}",
                        static_cast<double>(at) / 1000));
  const auto alarms = laid_out(crashed).alarms;
  for (const MarkShape& violation : alarms) {
    if (violation.kind != MarkKind::violation) continue;
    EXPECT_EQ(violation.flag_x, violation.x);
    for (const MarkShape& fault : alarms) {
      if (fault.kind == MarkKind::violation) continue;
      EXPECT_GE(std::abs(fault.flag_x - violation.flag_x), 6 * options.thin);
    }
  }
}

TEST_F(LongTimelineLayout, OnlyWhatIsInSightIsLaidOut) {
  options.width = 1000;
  options.view = {1'000, 5'000};
  const TimelineShapes shapes = laid_out(d, options);
  EXPECT_LT(shapes.arrows.size(), 60u);
  for (const ArrowShape& arrow : shapes.arrows)
    EXPECT_TRUE(std::max(arrow.x0, arrow.x1) >= 0 && std::min(arrow.x0, arrow.x1) <= options.width);
}

TEST(TimelineOfARun, APinnedLaneStaysWhereItIsAndOthersGoBelowIt) {
  const DrawnRun d = drawn("F12_redlock_clock_jump");
  TimelineOptions scrolled = whole_run(d);
  scrolled.pinned = 1;
  const TimelineShapes before = laid_out(d, scrolled);
  scrolled.scrolled = 2 * scrolled.row + 10;
  const TimelineShapes after = laid_out(d, scrolled);
  EXPECT_EQ(after.rows[0].lane, before.rows[0].lane);
  EXPECT_TRUE(after.rows[0].pinned);
  EXPECT_FLOAT_EQ(after.rows[0].y0 - after.top, before.rows[0].y0);
  EXPECT_FLOAT_EQ(after.pinned_end, after.rows[0].y1);
  EXPECT_EQ(after.rows.size(), before.rows.size() - 2) << "two have scrolled away";
  for (std::size_t i = 1; i < after.rows.size(); ++i)
    EXPECT_GE((after.rows[i].y0 + after.rows[i].y1) / 2, after.pinned_end);
  EXPECT_FLOAT_EQ(after.height, before.height) << "there is as much to scroll";
  // Arrows to lanes that are scrolled out of sight are left out, like those to hidden lanes.
  for (const ArrowShape& arrow : after.arrows)
    if (arrow.count == 1) {
      EXPECT_GE(std::max(arrow.y0, arrow.y1), after.rows[0].y0);
    }
}

struct Place {
  float x, y;
};

Place at_part(const ArrowShape& arrow, float part) {
  return {arrow.x0 + part * (arrow.x1 - arrow.x0), arrow.y0 + part * (arrow.y1 - arrow.y0)};
}

TEST_F(TimelineLayout, AHeadIsTakenAndAnArrowOrALaneIsHit) {
  std::size_t heads = 0;
  for (const ArrowShape& arrow : shapes.arrows) {
    if (arrow.count > 1 || arrow.lost) continue;
    const auto near = at_part(arrow, 0.95f);
    const ArrowShape* head = head_at(d.scene, shapes, {near.x, near.y});
    ASSERT_TRUE(head);
    heads += head->message == arrow.message && head->reply == arrow.reply;
    const auto middle = at_part(arrow, 0.5f);
    const auto spot = spot_at(d.scene, shapes, {middle.x, middle.y});
    ASSERT_TRUE(spot);
    EXPECT_EQ(spot->kind, SpotKind::message);
    EXPECT_EQ(spot->lane, d.scene.messages[spot->message].client);
  }
  EXPECT_GT(heads, shapes.arrows.size() / 2) << "others lie too close to be told apart";
  const LaneRow& row = shapes.rows[1];
  const auto spot = spot_at(d.scene, shapes, {990, (row.y0 + row.y1) / 2});
  ASSERT_TRUE(spot);
  EXPECT_EQ(spot->kind, SpotKind::lane);
  EXPECT_EQ(spot->lane, row.lane);
  EXPECT_FALSE(spot_at(d.scene, shapes, {990, shapes.height - 1}));
}

TEST_F(TimelineLayout, TwoInsideAtOnceAreMarkedOnTheirLanesAndInEachStripWhereTheyOverlap) {
  const auto clash = std::find_if(shapes.clashes.begin(), shapes.clashes.end(),
                                  [](const ClashShape& one) { return one.inside > 0; });
  ASSERT_NE(clash, shapes.clashes.end());
  EXPECT_EQ(clash->inside, 2u);
  const auto parts_in = [&](const LaneRow& row) {
    return std::count_if(shapes.inside.begin(), shapes.inside.end(), [&](const InsideShape& part) {
      return part.y0 >= row.y0 && part.y1 <= row.y1 && part.x0 >= clash->x0 && part.x1 <= clash->x1;
    });
  };
  EXPECT_EQ(parts_in(shapes.rows[0]), 1);
  EXPECT_EQ(parts_in(shapes.rows[1]), 1);
  EXPECT_EQ(parts_in(shapes.rows[2]), 0) << "a node is not inside";
  EXPECT_EQ(parts_in(shapes.strips[0]), 2) << "both believe";
  EXPECT_EQ(parts_in(shapes.strips[1]), 0) << "the server had given it to one at a time";
  EXPECT_EQ(parts_in(shapes.strips[2]), 2) << "the resource let both in";
}

}  // namespace
}  // namespace locklab::app
