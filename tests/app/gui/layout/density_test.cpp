// Stretches of the timeline too dense to show single marks.
#include "app/gui/layout/density.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"

namespace locklab::app {
namespace {

float seven_for_each(std::string_view words) { return 7 * static_cast<float>(words.size()); }

BarShape folded(std::uint16_t lane, float x, std::uint32_t count) {
  BarShape bar;
  bar.row = lane;
  bar.x0 = x;
  bar.x1 = x + 3;
  bar.count = count;
  return bar;
}

TimelineShapes two_lanes(std::vector<BarShape> bars) {
  TimelineShapes shapes;
  shapes.rows = {{0, 40, 76, false}, {1, 76, 112, false}};
  shapes.bars = std::move(bars);
  return shapes;
}

TEST(Density, ColumnsThatFollowOneAnotherAreOneStretch) {
  const auto all = dense_stretches(
      two_lanes({folded(0, 10, 2), folded(0, 13, 8), folded(0, 50, 4), folded(1, 13, 64)}), 6);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].count, 10u);
  EXPECT_EQ(all[0].columns.size(), 2u);
  EXPECT_EQ(all[2].lane, 1);
}

TEST(Density, WhereThereIsMoreItIsStronger) {
  const auto all =
      dense_stretches(two_lanes({folded(0, 10, 2), folded(0, 13, 8), folded(1, 13, 64)}), 6);
  EXPECT_LT(all[0].columns[0].strength, all[0].columns[1].strength);
  EXPECT_FLOAT_EQ(all[1].columns[0].strength, 1) << "the most on the screen";
}

TEST(Density, WhatHappensTogetherCountsOnce) {
  TimelineShapes shapes = two_lanes({folded(0, 10, 5)});
  shapes.keys = {folded(0, 10.2f, 5)};
  const auto all = dense_stretches(shapes, 6);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].count, 5u);
}

TEST(Density, ANumberStandsOnlyWhereItHasRoom) {
  std::vector<BarShape> bars;
  for (int i = 0; i < 40; ++i) bars.push_back(folded(0, 10 + 3 * static_cast<float>(i), 30));
  bars.push_back(folded(1, 10, 30));
  const auto stretches = dense_stretches(two_lanes(std::move(bars)), 6);
  const auto labels = density_labels(stretches, seven_for_each, 14, 5, 1000, {});
  ASSERT_EQ(labels.size(), 1u);
  EXPECT_EQ(labels[0].words, "1,200");
  EXPECT_GE(labels[0].x0, 10);
  EXPECT_LE(labels[0].x1, 130);
  FaultLabel there{0, 60, 50, 80, 60, "paused"};
  EXPECT_TRUE(density_labels(stretches, seven_for_each, 14, 5, 1000, {there}).empty());
}

TEST(Density, MarksThatWouldCoverOneAnotherAreCrowded) {
  TimelineShapes shapes = two_lanes({});
  for (const float x : {10.0f, 14.0f, 80.0f}) {
    MarkShape mark;
    mark.x = x;
    mark.y = 58;
    mark.kind = MarkKind::wrote;
    shapes.marks.push_back(mark);
  }
  EXPECT_EQ(crowded_marks(shapes, 16), (std::vector<bool>{true, true, false}));
}

/// Even in long runs no two numbers overlap, and each lies within its stretch.
TEST(Density, NumbersOfARealRunCoverNoOther) {
  const auto opened =
      open_named(sim::Library(LOCKLAB_SOURCE_DIR "/assets"), "F27_lost_update set={rounds=3000}");
  const JudgedRun judged = simulate_and_judge(std::get<sim::OpenedRun>(opened));
  const Scene scene = build_scene(judged.trace, judged.verdicts);
  std::size_t seen = 0;
  for (const AxisKind axis : {AxisKind::time, AxisKind::events})
    for (const float width : {500.0f, 1400.0f, 3000.0f}) {
      TimelineOptions options;
      options.axis = axis;
      options.view = fit(Axis(axis, scene, judged.trace).end());
      options.width = width;
      for (std::uint16_t lane = 0; lane < scene.lanes.size(); ++lane) options.lanes.push_back(lane);
      const TimelineShapes shapes = lay_out_timeline(scene, judged.trace, options);
      const auto stretches = dense_stretches(shapes, 6);
      const auto labels = density_labels(stretches, seven_for_each, 14, 5, width, {});
      seen += labels.size();
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const DenseStretch& stretch = stretches[labels[i].alarm];
        EXPECT_GE(labels[i].x0, stretch.x0());
        EXPECT_LE(labels[i].x1, stretch.x1());
        EXPECT_GE(labels[i].y0, stretch.y0);
        EXPECT_LE(labels[i].y1, stretch.y1);
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(overlap(labels[i], labels[k]));
      }
    }
  EXPECT_GT(seen, 6u);
}

}  // namespace
}  // namespace locklab::app
