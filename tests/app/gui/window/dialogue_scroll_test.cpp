// The visible part of the dialogue with Redis in a low panel.
#include <gtest/gtest.h>

#include "app/gui/window/lab/source_parts.h"

namespace locklab::app {
namespace {

constexpr float row_height = 15;

TEST(DialogueScroll, ShowsTheLastCommandItsReplyAndItsScriptWhereThereIsRoom) {
  EXPECT_EQ(dialogue_scroll(0, 2 * row_height, 8 * row_height, 20 * row_height), 0);
  EXPECT_EQ(dialogue_scroll(20 * row_height, 22 * row_height, 28 * row_height, 10 * row_height),
            18 * row_height);
}

// Regression: only two lines of the script, "end / return 0", were visible, and no command.
TEST(DialogueScroll, LeavesTheScriptOutBeforeTheCommandAndItsReply) {
  EXPECT_EQ(dialogue_scroll(20 * row_height, 22 * row_height, 28 * row_height, 2 * row_height),
            20 * row_height);
  EXPECT_EQ(dialogue_scroll(20 * row_height, 22 * row_height, 28 * row_height, 4 * row_height),
            18 * row_height);
}

TEST(DialogueScroll, ShowsTheCommandsFirstLineIfThereIsRoomForNoMore) {
  EXPECT_EQ(dialogue_scroll(20 * row_height, 25 * row_height, 31 * row_height, 2 * row_height),
            20 * row_height);
}

}  // namespace
}  // namespace locklab::app
