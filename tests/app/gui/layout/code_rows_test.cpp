#include "app/gui/layout/code_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace locklab::app {
namespace {

/// Five statements of two, two, one, three and one rows.
const CodeRows five{{0, 2, 4, 5, 8}, 9};

bool is_start(std::size_t row) {
  return std::find(five.starts.begin(), five.starts.end(), row) != five.starts.end();
}

TEST(CodeRows, AFrameBeginsWithAStatementAndShowsWhatTheClientDoes) {
  for (std::size_t shown = 3; shown <= 10; ++shown)
    for (std::size_t i = 0; i < five.starts.size(); ++i) {
      const std::size_t end = i + 1 < five.starts.size() ? five.starts[i + 1] : five.rows;
      const CodeSpan span{five.starts[i], end - five.starts[i]};
      const std::size_t top = five.top_for(span, shown);
      EXPECT_TRUE(is_start(top)) << top << " of " << shown;
      EXPECT_LE(top, span.row);
      EXPECT_LE(end, top + shown);
    }
}

TEST(CodeRows, OfAStatementThatIsLongerThanTheFrameTheClientsRowComesFirst) {
  const CodeRows one{{0, 7}, 8};
  EXPECT_EQ(one.top_for({5, 1}, 3), 5u);
}

TEST(CodeRows, TheWheelEndsAtAStatementAndReachesTheLast) {
  EXPECT_EQ(five.top_near(0.3f, true, 3), 2u);
  EXPECT_EQ(five.top_near(3.7f, false, 3), 2u);
  EXPECT_EQ(five.top_near(5.2f, true, 3), 8u);
  EXPECT_EQ(five.last_top(3), 8u);
  EXPECT_EQ(five.last_top(4), 5u);
  EXPECT_EQ(five.last_top(9), 0u);
}

}  // namespace
}  // namespace locklab::app
