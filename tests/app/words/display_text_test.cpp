#include "app/words/display_text.h"

#include <gmock/gmock.h>

namespace locklab::app {
namespace {

using testing::ElementsAre;

TEST(DisplayText, ChineseCharactersTakeTwoColumns) {
  EXPECT_EQ(display_width("alice"), 5u);
  EXPECT_EQ(display_width("互斥性"), 6u);
  EXPECT_EQ(display_width("█║→…"), 4u);
  EXPECT_EQ(display_width("e\xcc\x81"), 1u) << "an accent stands on its letter";
}

TEST(DisplayText, NothingInItCommandsATerminal) {
  EXPECT_EQ(printable("a\x1b[31mb\x07"), "a?[31mb?");
  EXPECT_EQ(printable("two\nlines"), "two lines");
  EXPECT_EQ(printable("\xff\xc0\x80 互"), "??? 互");
  EXPECT_EQ(printable("\xe2\x80\xae"), "?") << "turns the line's direction";
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "?31m")
      << "a control character of 8 bits";
}

TEST(DisplayText, IsCutByColumns) {
  EXPECT_EQ(fit("alice", 5), "alice");
  EXPECT_EQ(fit("alice", 4), "ali…");
  EXPECT_EQ(fit("互斥性", 4), "互…");
  EXPECT_EQ(pad("互", 4), "互  ");
}

TEST(DisplayText, BreaksAtSpacesAndInsideLongWords) {
  EXPECT_THAT(wrap("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(wrap("互斥性被破坏", 5), ElementsAre("互斥", "性被", "破坏"));
  EXPECT_THAT(wrap("", 5), ElementsAre(""));
}

TEST(DisplayText, WhatALineGoesOnWithIsIndentedAndLinesStayApart) {
  EXPECT_EQ(wrapped("- one two three\n\nfour", 8, 2), "- one\n  two\n  three\n\nfour\n");
  EXPECT_EQ(wrapped("one two\n", 8, 2), "one two\n");
  EXPECT_EQ(wrapped("互斥性被破坏", 5, 1), "互斥\n 性被\n 破坏\n");
  EXPECT_EQ(wrapped("", 8), "");
}

TEST(DisplayText, EveryWrappedLineFits) {
  const std::string text = "bob 进入了临界区 while alice was inside; 租约 had run out – and so on";
  for (std::size_t columns = 2; columns < 40; ++columns)
    for (const std::string& line : wrap(text, columns)) EXPECT_LE(display_width(line), columns);
}

}  // namespace
}  // namespace locklab::app
