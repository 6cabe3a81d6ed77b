// Charts of loads as rectangles, from small windows to 3840x2160.
#include "app/gui/layout/chart_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "app/gui/layout/stress_layout.h"
#include "app/load/stress_result.h"
#include "lock/strategy.h"

namespace locklab::app {
namespace {

ChartOptions options(float width, float height, ChartUnit unit = ChartUnit::count) {
  ChartOptions wanted;
  wanted.width = width;
  wanted.height = height;
  wanted.unit = unit;
  // 7 pixels per byte, a usual font's width; a three-byte character counts as three letters.
  wanted.text_width = [](std::string_view text) { return 7.0f * static_cast<float>(text.size()); };
  return wanted;
}

ChartSeries rising(std::size_t seconds, double most) {
  ChartSeries series;
  for (std::size_t i = 0; i < seconds; ++i)
    series.values.push_back(most * static_cast<double>(i + 1) / static_cast<double>(seconds));
  return series;
}

bool overlap(const ChartLabel& a, const ChartLabel& b, float line) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + line && b.y < a.y + line;
}

void expect_apart(const std::vector<ChartLabel>& labels, const ChartOptions& wanted) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_GE(labels[i].x, 0) << labels[i].text;
    EXPECT_LE(labels[i].x + labels[i].width, wanted.width) << labels[i].text;
    for (std::size_t k = i + 1; k < labels.size(); ++k)
      EXPECT_FALSE(overlap(labels[i], labels[k], wanted.line))
          << labels[i].text << " over " << labels[k].text << " in " << wanted.width << "x"
          << wanted.height;
  }
}

TEST(ChartLayout, LabelsNeverOverlapAndStayInsideAtAnySize) {
  const std::vector<ChartMark> marks{{1.0, 0.8, "the holder paused 800 ms"},
                                     {1.2, 0, "n1 killed"},
                                     {2.0, 0, "n1 restarted"},
                                     {9.9, 0.5, "n2 frozen 500 ms"}};
  for (const float width : {200.0f, 300.0f, 620.0f, 1250.0f, 2500.0f})
    for (const float height : {70.0f, 110.0f, 160.0f, 600.0f})
      for (const std::size_t seconds : {1u, 10u, 60u, 3'600u}) {
        ChartOptions wanted = options(width, height);
        wanted.seconds = static_cast<double>(seconds);
        const ChartShapes shapes =
            lay_out_chart({rising(seconds, 182'000)}, {{200'000, 0}}, marks, wanted);
        std::vector<ChartLabel> labels = shapes.labels;
        labels.insert(labels.end(), shapes.mark_labels.begin(), shapes.mark_labels.end());
        expect_apart(labels, wanted);
        ASSERT_EQ(shapes.marks.size(), marks.size()) << "a line stays where its label has no room";
      }
}

TEST(ChartLayout, ALineIsAStepForEachSecondFromItsBeginningToItsEnd) {
  const ChartShapes shapes = lay_out_chart({rising(10, 100)}, {}, {}, options(600, 200));
  ASSERT_EQ(shapes.lines.size(), 1u);
  const std::vector<ChartPoint>& points = shapes.lines[0].points;
  ASSERT_EQ(points.size(), 20u);
  for (std::size_t i = 0; i < points.size(); i += 2) {
    EXPECT_LT(points[i].x, points[i + 1].x);
    EXPECT_EQ(points[i].y, points[i + 1].y);
    EXPECT_EQ(shapes.second_at(shapes.lines[0].middles[i / 2].x), i / 2);
    if (i == 0) continue;
    EXPECT_EQ(points[i].x, points[i - 1].x);
    EXPECT_LT(points[i].y, points[i - 1].y);
  }
  EXPECT_FLOAT_EQ(points.back().y, shapes.top) << "100 is the value at the top";
}

/// The seconds of a load in which the longest wait is from `since` to `until`.
std::vector<StressSecond> seconds_with_wait(Duration since, Duration until) {
  StressResult load;
  load.work.strategy = find_strategy("set_px_lua");
  load.measured = 5s;
  for (Duration begin = 0s; begin < load.measured; begin += 1s) {
    Second& second = load.measures.seconds.emplace_back();
    if (since < begin + 1s && until > begin)
      second.add_wait(us(since - begin), us(std::min<Duration>(until - begin, 1s)));
  }
  std::vector<StressSecond> seconds;
  for (std::size_t i = 0; i < load.shown_seconds(); ++i) seconds.push_back(load.second(i));
  return seconds;
}

// Regression: of a freeze of 800 ms at 2.75 s the chart showed 250 ms at 2.5 s, and nothing later.
TEST(ChartLayout, AWaitIsDrawnWhileItLastsAndNeverBeforeItsCause) {
  constexpr Duration lasts = 800ms;
  for (Duration since = 0s; since <= 4s; since += 50ms) {
    SCOPED_TRACE(us(since));
    const ChartShapes shapes = lay_out_chart(
        {longest_waits(seconds_with_wait(since, since + lasts), 0)}, {},
        {{static_cast<double>(us(since)) / 1e6, 0.8, ""}}, options(1000, 200, ChartUnit::time));
    const ChartMarkLine& freeze = shapes.marks.at(0);
    const float tenth = (shapes.right - shapes.left) / static_cast<float>(shapes.seconds * 10);
    float top = shapes.bottom;
    for (const ChartPoint& point : shapes.lines.at(0).points) {
      if (point.y >= shapes.bottom) continue;
      top = std::min(top, point.y);
      EXPECT_GT(point.x, freeze.x - tenth);
      EXPECT_LT(point.x, freeze.end_x + 1.1f * tenth);
    }
    const double wait = (shapes.bottom - top) / (shapes.bottom - shapes.top) * shapes.most;
    EXPECT_NEAR(wait, us(lasts), 1'000);
  }
}

TEST(ChartLayout, WaitsKnownOnlyBySecondAreStepsOfASecond) {
  StressSecond of_file;
  of_file.longest_wait_us = 700;
  of_file.lasted_s = 0.5;
  const ChartSeries series = longest_waits({of_file}, 0);
  EXPECT_EQ(series.values, std::vector<std::optional<double>>{700.0});
  EXPECT_EQ(series.step_s, 1);
  EXPECT_EQ(series.last_s, 0.5);
}

TEST(ChartLayout, ThePartOfALastTenthTakesItsPartOfTheAxis) {
  StressSecond last;
  last.longest_wait_us_by_tenth.fill(700);
  last.lasted_s = 0.25;
  const ChartSeries series = longest_waits({last}, 0);
  EXPECT_EQ(series.values.size(), 3u);
  EXPECT_NEAR(series.last_s, 0.05, 1e-9);
}

TEST(ChartLayout, ASecondIsFromTheLabelBeforeItToItsOwn) {
  const ChartShapes shapes = lay_out_chart({rising(10, 100)}, {}, {{3, 0, ""}}, options(1000, 200));
  const auto label = std::find_if(shapes.labels.begin(), shapes.labels.end(),
                                  [](const ChartLabel& one) { return one.text == "3"; });
  ASSERT_NE(label, shapes.labels.end());
  const float three_s = label->x + label->width / 2;
  EXPECT_NEAR(shapes.marks[0].x, three_s, 1) << "a fault at 3 s";
  EXPECT_NEAR(shapes.lines[0].points[5].x, three_s, 1) << "the third second is over then";
  EXPECT_NEAR(shapes.lines[0].points[6].x, three_s, 1) << "and the fourth begins";
}

TEST(ChartLayout, ASecondWithoutAValueIsAGap) {
  ChartSeries series;
  series.values = {5.0, std::nullopt, 7.0, 8.0};
  const ChartShapes shapes = lay_out_chart({series}, {}, {}, options(600, 200));
  ASSERT_EQ(shapes.lines.size(), 2u);
  EXPECT_EQ(shapes.lines[0].points.size(), 2u);
  EXPECT_EQ(shapes.lines[1].points.size(), 4u);
}

TEST(ChartLayout, APartOfASecondTakesItsPartOfTheAxis) {
  ChartSeries series;
  series.values = {5.0, 5.0, 5.0};
  series.last_s = 0.5;
  ChartOptions wanted = options(600, 200);
  wanted.seconds = 2.5;
  const ChartShapes shapes = lay_out_chart({series}, {}, {}, wanted);
  EXPECT_DOUBLE_EQ(shapes.seconds, 2.5);
  const float whole = (shapes.right - shapes.left) / 2.5f;
  EXPECT_NEAR(shapes.lines[0].middles[2].x, shapes.left + 2.25f * whole, 0.5);
  EXPECT_NEAR(shapes.lines[0].points.back().x, shapes.left + 2.5f * whole, 0.5);
}

TEST(ChartLayout, TheLimitOfASlowLoadDoesNotSetTheScaleForIt) {
  ChartSeries slow;
  slow.values = {3'900.0, 3'900.0};
  slow.load = 1;
  const ChartShapes shapes = lay_out_chart({rising(2, 120'000), slow}, {{120'000, 0}, {312'000, 1}},
                                           {}, options(600, 200));
  EXPECT_EQ(shapes.most, 200'000);
  EXPECT_FALSE(shapes.limits[0].above);
  EXPECT_TRUE(shapes.limits[1].above);
}

TEST(ChartLayout, AChartGrowsWithoutMovingWhatItHasUntilItIsFull) {
  const auto middles = [](std::size_t seconds) {
    ChartSeries series;
    series.values.assign(seconds, 50);
    return lay_out_chart({series}, {}, {}, options(600, 200)).lines[0].middles;
  };
  EXPECT_FLOAT_EQ(middles(3)[2].x, middles(9)[2].x);
  EXPECT_LT(middles(20)[2].x, middles(9)[2].x);
}

TEST(ChartLayout, ALimitNearTheValuesIsALineAndOneFarAboveIsSaid) {
  const ChartShapes near = lay_out_chart({rising(5, 100)}, {{120, 0}}, {}, options(600, 200));
  ASSERT_EQ(near.limits.size(), 1u);
  EXPECT_FALSE(near.limits[0].above);
  EXPECT_GT(near.limits[0].y, near.top);
  const ChartShapes far = lay_out_chart({rising(5, 100)}, {{9'000, 0}}, {}, options(600, 200));
  EXPECT_TRUE(far.limits[0].above);
  EXPECT_EQ(far.limits[0].label.text, "↑ 9,000");
  EXPECT_EQ(far.most, 100) << "the values are not pressed to the ground";
}

TEST(ChartLayout, TheLimitAloneIsDrawnBeforeTheFirstSecond) {
  const ChartShapes shapes = lay_out_chart({{}}, {{9'000, 0}}, {}, options(600, 200));
  EXPECT_FALSE(shapes.limits.at(0).above);
  EXPECT_EQ(shapes.most, 10'000);
}

TEST(ChartLayout, AnEmptyChartHasAxesWithDifferentLabels) {
  for (const ChartUnit unit : {ChartUnit::count, ChartUnit::time}) {
    const ChartShapes shapes = lay_out_chart({}, {}, {}, options(300, 150, unit));
    std::set<std::string> texts;
    for (const ChartLabel& label : shapes.labels) texts.insert(label.text);
    EXPECT_EQ(texts.size(), shapes.labels.size());
    EXPECT_GE(texts.size(), 2u);
  }
}

TEST(ChartLayout, AFaultIsAsLongAsItLasts) {
  const ChartShapes shapes = lay_out_chart({}, {}, {{2, 3, ""}, {8, 0, ""}}, options(600, 200));
  const float second = (shapes.right - shapes.left) / 10;
  EXPECT_NEAR(shapes.marks[0].end_x - shapes.marks[0].x, 3 * second, 0.5f);
  EXPECT_FLOAT_EQ(shapes.marks[1].end_x, shapes.marks[1].x);
  EXPECT_TRUE(shapes.mark_labels.empty());
}

TEST(ShareLayout, EachClientHasABarAndMoreThanThereArePixelsForShareOne) {
  std::vector<std::uint64_t> shares(64);
  std::iota(shares.begin(), shares.end(), 1);
  const ShareShapes each = lay_out_shares(shares, options(600, 120));
  ASSERT_EQ(each.bars.size(), 64u);
  for (std::size_t i = 1; i < each.bars.size(); ++i) {
    EXPECT_GE(each.bars[i].x0, each.bars[i - 1].x1);
    EXPECT_LE(each.bars[i].y, each.bars[i - 1].y);
  }
  const ShareShapes few = lay_out_shares(shares, options(100, 120));
  EXPECT_LT(few.bars.size(), 64u);
  std::size_t covered = 0;
  for (const ShareBar& bar : few.bars) {
    EXPECT_EQ(bar.first, covered);
    covered += bar.count;
  }
  EXPECT_EQ(covered, 64u);
}

TEST(ShareLayout, TheLineOfFairSharesIsWhereAlikeBarsEnd) {
  const ShareShapes alike = lay_out_shares({5, 5, 5, 5}, options(300, 120));
  for (const ShareBar& bar : alike.bars) EXPECT_FLOAT_EQ(bar.y, alike.fair_y);
  const ShareShapes one = lay_out_shares({20, 0, 0, 0}, options(300, 120));
  EXPECT_FLOAT_EQ(one.bars[0].y, one.top);
  EXPECT_FLOAT_EQ(one.bars[1].y, one.bottom);
  EXPECT_GT(one.fair_y, one.bars[0].y);
  EXPECT_TRUE(lay_out_shares({}, options(300, 120)).bars.empty());
  EXPECT_EQ(lay_out_shares({0, 0}, options(300, 120)).bars.size(), 2u);
}

TEST(StressLayout, NoTwoPartsOverlapAndAllAreInsideFromSmallToLargeScreens) {
  for (StressNeeds needs : {StressNeeds{.width = 1256, .height = 660, .scale = 1},
                            {.width = 3816, .height = 2100, .scale = 1},
                            {.width = 3816, .height = 2080, .scale = 2},
                            {.width = 1256, .height = 640, .scale = 1.25f},
                            {.width = 800, .height = 480, .scale = 1},
                            {.width = 400, .height = 260, .scale = 1}}) {
    SCOPED_TRACE(needs.width);
    needs.head = 64 * needs.scale;
    const StressPlaces places = stress_places(needs);
    const float width = needs.width - places.form - needs.gap;
    std::vector<PlaceOnScreen> all(places.charts.begin(), places.charts.end());
    all.insert(all.end(), {places.head, places.loads, places.violations});
    for (std::size_t i = 0; i < all.size(); ++i) {
      const PlaceOnScreen& a = all[i];
      EXPECT_GE(a.x, 0);
      EXPECT_LE(a.x + a.width, width + 1) << "part " << i;
      EXPECT_LE(a.y + a.height, places.height + 1) << "part " << i;
      EXPECT_GT(a.width, 0);
      EXPECT_GT(a.height, 0);
      for (std::size_t k = i + 1; k < all.size(); ++k) {
        const PlaceOnScreen& b = all[k];
        EXPECT_FALSE(a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width &&
                     a.y + 1 < b.y + b.height && b.y + 1 < a.y + a.height)
            << "parts " << i << " and " << k;
      }
    }
  }
}

TEST(StressLayout, TheUsualScreensNeedNoScrolling) {
  StressNeeds needs;
  for (const auto& [width, height] :
       {std::pair{1256.0f, 660.0f}, {1896.0f, 1020.0f}, {3816.0f, 2100.0f}}) {
    needs.width = width;
    needs.height = height;
    EXPECT_LE(stress_places(needs).height, height + 1) << width;
  }
}

TEST(StressLayout, OnAProjectorNothingIsBelowTheWindowUnlessThereAreViolations) {
  StressNeeds needs{.width = 1250, .height = 650, .scale = 1.25f, .gap = 10, .head = 88};
  EXPECT_LE(stress_places(needs).height, needs.height + 1);
  needs.violations = true;
  EXPECT_GE(stress_places(needs).violations.height, 130 * needs.scale) << "their list has room";
}

TEST(ChartLayout, WhatHappenedAtMomentsStandsAtThemAndNotBeforeTheFault) {
  ChartOptions wanted = options(400, 100);
  wanted.seconds = 5;
  const std::vector<ChartSeries> series{{{0.0, 0.0, 0.0, 0.0, 0.0}}};
  const ChartShapes shapes =
      lay_out_chart(series, {}, {{1.66, 0, ""}}, wanted, {{1.7, 4, 0}, {3.2, 1, 0}});
  ASSERT_EQ(shapes.stems.size(), 2u);
  EXPECT_GE(shapes.stems[0].points[0].x, shapes.marks[0].x);
  EXPECT_LT(shapes.stems[0].points[0].x, shapes.marks[0].x + 10);
  EXPECT_EQ(shapes.stems[0].points[0].x, shapes.stems[0].points[1].x);
  EXPECT_EQ(shapes.stems[0].points[0].y, shapes.bottom);
  EXPECT_LT(shapes.stems[0].points[1].y, shapes.stems[1].points[1].y) << "four are higher than one";
  EXPECT_GE(shapes.most, 4);
}

}  // namespace
}  // namespace locklab::app
