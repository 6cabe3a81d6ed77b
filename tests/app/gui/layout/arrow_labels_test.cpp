// The labels of message arrows, as rectangles.
#include "app/gui/layout/arrow_labels.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

float six_a_letter(std::string_view words) { return 6 * static_cast<float>(words.size()); }

ArrowShape arrow(float x0, float x1, float y0 = 100, float y1 = 200) {
  ArrowShape shape;
  shape.x0 = x0;
  shape.x1 = x1;
  shape.y0 = y0;
  shape.y1 = y1;
  return shape;
}

std::vector<ArrowLabel> labels(const TimelineShapes& shapes, const std::vector<ArrowWords>& words) {
  return arrow_labels(shapes, words, six_a_letter, 12, 4, 40, 1000);
}

TEST(ArrowLabels, AnArrowSaysAsMuchAsItIsLong) {
  TimelineShapes shapes;
  shapes.arrows = {arrow(0, 213), arrow(300, 360), arrow(400, 415)};
  const auto all = labels(shapes, {{0, "SET lock 5e41… NX PX 300", "SET"},
                                   {1, "SET lock 5e41… NX PX 300", "SET"},
                                   {2, "SET lock 5e41… NX PX 300", "SET"}});
  ASSERT_EQ(all.size(), 2u) << "the last one is too steep for any word";
  EXPECT_EQ(all[0].words, "SET lock 5e41… NX PX 300");
  EXPECT_EQ(all[1].words, "SET");
  EXPECT_NEAR((all[0].x0 + all[0].x1) / 2, 106.5f, 0.5f);
  EXPECT_NEAR((all[0].y0 + all[0].y1) / 2, 150, 0.5f);
}

TEST(ArrowLabels, NoLabelCoversAnotherAndTheSelectedMessageIsSaidFirst) {
  TimelineShapes shapes;
  shapes.arrows = {arrow(0, 100), arrow(4, 104), arrow(8, 108)};
  const auto all = labels(shapes, {{0, "OK", "OK"}, {1, "OK", "OK"}, {2, "nil", "nil", true}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].arrow, 2u);
}

// Its label would lie on the lane of a node that the message never reaches.
TEST(ArrowLabels, ALostMessageIsSaidOnlyIfItIsSelected) {
  TimelineShapes shapes;
  shapes.arrows = {arrow(0, 300)};
  shapes.arrows[0].lost = true;
  EXPECT_TRUE(labels(shapes, {{0, "SET lock", "SET"}}).empty());
  EXPECT_EQ(labels(shapes, {{0, "SET lock", "SET", true}}).size(), 1u);
}

// Regression: "Lua renew_if_owner" covered the cross at the end of its lost message.
TEST(ArrowLabels, TheCrossOfALostMessageStaysInSight) {
  TimelineShapes shapes;
  shapes.arrows = {arrow(0, 60)};
  shapes.arrows[0].lost = true;
  const auto all = labels(shapes, {{0, "SET lock", "SET", true}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].words, "SET") << "the long one would reach it";
  EXPECT_LE(all[0].x1, 60 - 6);
}

TEST(ArrowLabels, WhatIsInSightOfAnArrowIsWhereItsWordsStand) {
  TimelineShapes shapes;
  shapes.arrows = {arrow(-900, 300), arrow(-100, 400, 20, 60)};
  const auto all = labels(shapes, {{0, "OK", "OK"}, {1, "OK", "OK"}});
  ASSERT_EQ(all.size(), 1u) << "nothing stands on the ruler";
  EXPECT_NEAR((all[0].x0 + all[0].x1) / 2, 150, 0.5f);
}

}  // namespace
}  // namespace locklab::app
