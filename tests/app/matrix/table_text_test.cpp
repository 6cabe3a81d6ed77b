// Tables for a terminal that is narrower than they are.
#include "app/matrix/table_text.h"

#include <gmock/gmock.h>

#include <sstream>

#include "app/words/display_text.h"

namespace locklab::app {
namespace {

const std::vector<std::vector<TableCell>> rows{{{""}, {"crash"}, {"暂停"}, {"stop"}},
                                               {{"set_px"}, {"✓"}, {"ME LU"}, {""}},
                                               {{"redlock"}, {"–"}, {""}, {"AV"}}};

TEST(TableText, IsOneBlockWhereItFits) {
  EXPECT_EQ(table_text(rows, 27, false),
            "         crash  暂停   stop\n"
            "set_px   ✓      ME LU\n"
            "redlock  –             AV\n");
}

TEST(TableText, BeginsEachBlockWithTheFirstColumn) {
  EXPECT_EQ(table_text(rows, 26, false),
            "         crash  暂停\n"
            "set_px   ✓      ME LU\n"
            "redlock  –\n"
            "\n"
            "         stop\n"
            "set_px\n"
            "redlock  AV\n");
}

TEST(TableText, IsNoWiderThanAskedForUnlessACellIs) {
  for (std::size_t columns = 1; columns < 40; ++columns) {
    std::istringstream lines(table_text(rows, columns, false));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(display_width(line), std::max<std::size_t>(columns, 14)) << columns;
  }
}

}  // namespace
}  // namespace locklab::app
