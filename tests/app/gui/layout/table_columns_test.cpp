#include "app/gui/layout/table_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TableColumns, AreAsWideAsTheirWordsWhereThereIsRoom) {
  EXPECT_THAT(table_columns({{10, 40}, {20, 100}}, 500, 10), ElementsAre(40, 100));
}

TEST(TableColumns, ShareWhatThereIsAndCutNoWord) {
  const std::vector<ColumnNeed> needs{{10, 40}, {20, 200}, {30, 30}};
  const auto widths = table_columns(needs, 200, 10);
  ASSERT_EQ(widths.size(), 3u);
  EXPECT_NEAR(std::accumulate(widths.begin(), widths.end(), 20.0f), 200, 0.1);
  for (std::size_t i = 0; i < needs.size(); ++i) EXPECT_GE(widths[i], needs[i].least);
  EXPECT_GT(widths[1], widths[0]);
}

TEST(TableColumns, AreNoneWhereAWordWouldBeCut) {
  EXPECT_THAT(table_columns({{60, 90}, {60, 90}}, 120, 10), IsEmpty());
}

}  // namespace
}  // namespace locklab::app
