// The labels at the marks of faults, as rectangles.
#include "app/gui/layout/fault_labels.h"
#include "tests/support/golden_text.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "app/timeline/words/wording.h"
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

FaultLabelOptions options_of(const std::vector<FaultWords>& words, float right) {
  FaultLabelOptions options{seven_a_letter, 14, 5, 7, right, {}};
  options.joined = [&words](std::size_t first, std::size_t second) {
    return words[first].full + ", " + words[second].full;
  };
  return options;
}

std::vector<FaultLabel> placed(const TimelineShapes& shapes, const std::vector<FaultWords>& words,
                               const std::vector<FaultLabel>& names = {}) {
  return fault_labels(shapes, words, options_of(words, 1000), names);
}

BarShape key_at(float x0, float x1) {
  BarShape key;
  key.x0 = x0;
  key.x1 = x1;
  key.y0 = 100;
  key.y1 = 130;
  return key;
}

MarkShape died(float x, float y) {
  MarkShape mark = struck(x, y);
  mark.death = true;
  return mark;
}

// Regression: "now the master" began left of the mark, before the promotion.
TEST(FaultLabels, StandRightOfTheirMarkAndOnlyADeathLeftOfItWhereTheViewEnds) {
  const std::vector<FaultWords> words{{"now the master", "master", true}, {"killed", ""}};
  const auto all = placed(one_lane({struck(100, 115), died(990, 115)}), words);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].x0, 107);
  EXPECT_EQ(all[1].x1, 983);
  EXPECT_TRUE(placed(one_lane({struck(990, 115)}), words).empty());
}

TEST(FaultLabels, CoverNoOther) {
  const auto all = placed(one_lane({struck(100, 115), struck(160, 115), struck(220, 115)}),
                          {{"frozen", ""}, {"killed", ""}, {"up again", ""}});
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i - 1].x1, all[i].x0);
}

TEST(FaultLabels, OneTellsWhatStrikesOneLaneSeveralTimes) {
  const auto all = placed(one_lane({struck(100, 115), struck(104, 115), struck(108, 115)}),
                          {{"cut off", ""}, {"cut off", ""}, {"cut off", ""}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].words, "cut off");
  EXPECT_EQ(all[0].x0, 115) << "right of the last";
}

// Regression: "up again" was left of "power lost".
TEST(FaultLabels, TwoThatAreNearerThanTheirWordsShareOne) {
  const auto all = placed(one_lane({struck(300, 115), struck(305, 115)}),
                          {{"power lost", ""}, {"up again", ""}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0].words, test::IsGolden());
  EXPECT_GT(all[0].x0, 305);
}

TEST(FaultLabels, StandInTheOrderOfTimeWhereOneHasNoRoom) {
  TimelineShapes shapes = one_lane({died(300, 115), struck(305, 115)});
  shapes.keys = {key_at(390, 450)};
  const auto all = placed(shapes, {{"power lost", ""}, {"up again", ""}});
  ASSERT_EQ(all.size(), 1u) << "left of both";
  EXPECT_LT(all[0].x1, 300);
}

// Regression: "clock +450 ms" covered the whole key that the jump let another client set; left of
// the mark, the clock seemed wrong before the jump.
TEST(FaultLabels, CoverAKeyInPartAndNeverStandBeforeTheirMark) {
  TimelineShapes shapes = one_lane({struck(400, 115)});
  shapes.keys = {key_at(100, 400), key_at(420, 620)};
  const FaultWords clock{"clock +450 ms", "+450 ms", true};
  auto all = placed(shapes, {clock});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].words, clock.full) << "it hides less than half of the key";
  EXPECT_GT(all[0].x0, 400);
  shapes.keys[1].x1 = 540;
  all = placed(shapes, {clock});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].words, clock.brief) << "the amount says more than the word";
  EXPECT_GT(all[0].x0, 400);
  shapes.keys[1].x1 = 480;
  EXPECT_TRUE(placed(shapes, {clock}).empty()) << "the mark alone";
  EXPECT_TRUE(placed(one_lane({struck(990, 115)}), {clock}).empty());
}

TEST(FaultLabels, CoverNoNameAndNoClash) {
  TimelineShapes shapes = one_lane({struck(500, 115)});
  shapes.inside = {{520, 600, 100, 130, 0}};
  EXPECT_TRUE(placed(shapes, {{"paused", ""}}).empty());
  shapes.inside.clear();
  EXPECT_EQ(placed(shapes, {{"paused", ""}}).size(), 1u);
  EXPECT_TRUE(placed(shapes, {{"paused", ""}}, {{0, 510, 105, 540, 120, "alice"}}).empty());
}

TEST(FaultLabels, StayInTheirLane) {
  EXPECT_TRUE(placed(one_lane({struck(100, 102)}), {{"paused", ""}}).empty());
  EXPECT_TRUE(placed(one_lane({struck(100, 20)}), {{"in the ruler", ""}}).empty());
}

/// In the first view of every scenario, labels stay within the view and do not overlap.
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
        std::vector<FaultWords> words;
        for (const MarkShape& alarm : shapes.alarms) {
          FaultWords& said = words.emplace_back();
          if (alarm.kind == MarkKind::violation) continue;
          said.full = told(fault_label(judged.trace[alarm.event]), language);
          said.brief = told(brief_fault_label(judged.trace[alarm.event]), language);
        }
        const auto all = fault_labels(shapes, words, options_of(words, width));
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

// Regression: "no AOF" appeared five times while a clock jump had no label.
TEST(FaultLabels, WhatTheStoryTurnsOnHasItsPlaceFirst) {
  const std::vector<FaultWords> words{{"goes on", "", false}, {"now the master", "master", true}};
  const auto all =
      fault_labels(one_lane({struck(100, 115), struck(150, 115)}), words, options_of(words, 210));
  const auto of_master = std::find_if(all.begin(), all.end(),
                                      [](const FaultLabel& label) { return label.alarm == 1; });
  ASSERT_NE(of_master, all.end());
  EXPECT_EQ(of_master->words, "master") << "the short word where the long one has no room";
}

// Regression: with nine lanes at 1280x720 in the projector theme, no fault had a label.
TEST(FaultLabels, FitIntoALaneThatIsALittleLower) {
  TimelineShapes shapes = one_lane({struck(100, 106.5f)});
  shapes.rows = {{0, 100, 113, false}};
  const auto all = placed(shapes, {{"power lost", ""}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_GE(all[0].y0, 100);
  EXPECT_LE(all[0].y1, 113);
  shapes.rows = {{0, 103, 110, false}};
  EXPECT_TRUE(placed(shapes, {{"power lost", ""}}).empty()) << "letters would not be whole";
}

}  // namespace
}  // namespace locklab::app
