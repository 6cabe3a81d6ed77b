#include "app/gui/layout/timeline_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace locklab::app {
namespace {

/// Five rows of 20 pixels below a ruler of 40, the first of them pinned.
TimelineOptions five_rows() {
  TimelineOptions options;
  options.ruler = 40;
  options.row = 20;
  options.lanes = {0, 1, 2, 3, 4};
  options.pinned = 1;
  return options;
}

TimelineShapes with_strips() {
  TimelineShapes shapes;
  shapes.strips = {{0, 146, 176, false}, {1, 182, 212, false}};
  shapes.height = 220;
  return shapes;
}

const std::vector<float> lower_edges{60, 80, 100, 120, 140, 176, 212};

TEST(TimelineRows, WhatIsInSightEndsWithAWholeRowAtEachPosition) {
  for (float room = 90; room < 220; room += 7) {
    const TimelineRows rows(with_strips(), five_rows(), room);
    ASSERT_FALSE(rows.fit());
    for (const bool down : {false, true})
      for (float at = 0; at <= rows.last(); at += 3) {
        const float scrolled = rows.snapped(at, down);
        EXPECT_LE(scrolled, rows.last());
        EXPECT_LE(rows.whole(scrolled), room);
        const float bottom = scrolled + rows.whole(scrolled);
        EXPECT_TRUE(std::find(lower_edges.begin(), lower_edges.end(), bottom) != lower_edges.end())
            << bottom << " with room for " << room;
      }
    EXPECT_EQ(rows.last() + rows.whole(rows.last()), 212) << "the last strip can be seen";
  }
}

TEST(TimelineRows, WhatFitsHasAllOfItsRoom) {
  const TimelineRows rows(with_strips(), five_rows(), 300);
  EXPECT_TRUE(rows.fit());
  EXPECT_EQ(rows.whole(0), 300);
  EXPECT_EQ(rows.last(), 0);
}

}  // namespace
}  // namespace locklab::app
