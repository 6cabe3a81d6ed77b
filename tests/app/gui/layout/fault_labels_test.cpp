// The words beside the marks of faults, as rectangles.
#include "app/gui/layout/fault_labels.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "app/timeline/wording.h"
#include "sim/scenario/library.h"

namespace locklab::app {
namespace {

float seven_a_letter(std::string_view words) { return 7 * static_cast<float>(words.size()); }

MarkShape struck(float x, float y) {
  MarkShape mark;
  mark.x = x;
  mark.y = y;
  return mark;
}

TimelineShapes one_lane(std::vector<MarkShape> alarms) {
  TimelineShapes shapes;
  shapes.rows = {{0, 100, 130, false}};
  shapes.alarms = std::move(alarms);
  return shapes;
}

std::vector<FaultLabel> placed(const TimelineShapes& shapes,
                               const std::vector<std::string>& words) {
  return fault_labels(shapes, words, seven_a_letter, 14, 5, 7, 1000);
}

TEST(FaultLabels, StandRightOfTheirMarkOrLeftOfItWhereTheViewEnds) {
  const auto all = placed(one_lane({struck(100, 115), struck(990, 115)}), {"paused", "killed"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].x0, 107);
  EXPECT_EQ(all[1].x1, 983);
}

TEST(FaultLabels, CoverNoOther) {
  const auto all = placed(one_lane({struck(100, 115), struck(104, 115), struck(108, 115)}),
                          {"cut off", "cut off", "cut off"});
  ASSERT_EQ(all.size(), 2u) << "one on each side";
  EXPECT_LT(all[0].x1, all[1].x0);
}

TEST(FaultLabels, StandInTheOrderOfTime) {
  const auto all =
      placed(one_lane({struck(300, 115), struck(305, 115)}), {"power lost", "up again"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_LT(all[0].x1, 300) << "power lost";
  EXPECT_GT(all[1].x0, 305) << "up again";
}

TEST(FaultLabels, StayInTheirLane) {
  EXPECT_TRUE(placed(one_lane({struck(100, 102)}), {"paused"}).empty());
  EXPECT_TRUE(placed(one_lane({struck(100, 20)}), {"in the ruler"}).empty());
}

/// In every scenario, as it first opens: labels in their lanes, none over another, and one for each
/// fault that has the room.
TEST(FaultLabels, OfEveryStoryAreInOrderInBothLanguages) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  std::size_t seen = 0;
  for (const sim::ScenarioEntry& entry : library.list()) {
    const auto opened = open_named(library, entry.name);
    const JudgedRun judged = simulate_and_judge(std::get<sim::OpenedRun>(opened));
    const Scene scene = build_scene(judged.trace, judged.verdicts);
    for (const float width : {560.0f, 2400.0f})
      for (const Language language : {Language::english, Language::chinese}) {
        SCOPED_TRACE(entry.name);
        TimelineOptions options;
        options.view = fit(scene.end);
        options.width = width;
        options.row = 25;
        for (std::uint16_t lane = 0; lane < scene.lanes.size(); ++lane)
          options.lanes.push_back(lane);
        const TimelineShapes shapes = lay_out_timeline(scene, judged.trace, options);
        std::vector<std::string> words;
        for (const MarkShape& alarm : shapes.alarms)
          words.push_back(alarm.kind == MarkKind::violation
                              ? std::string()
                              : told(fault_label(judged.trace[alarm.event]), language));
        const auto all = fault_labels(shapes, words, seven_a_letter, 15, 5, 7, width);
        seen += all.size();
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_GE(all[i].x0, 0);
          EXPECT_LE(all[i].x1, width);
          for (std::size_t k = 0; k < i; ++k)
            EXPECT_FALSE(all[i].x0 < all[k].x1 && all[k].x0 < all[i].x1 && all[i].y0 < all[k].y1 &&
                         all[k].y0 < all[i].y1)
                << all[i].words << " over " << all[k].words;
        }
      }
  }
  EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace locklab::app
