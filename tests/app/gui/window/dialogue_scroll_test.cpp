// What is in sight of the dialogue with Redis where there is little room.
#include <gtest/gtest.h>

#include "app/gui/window/source_parts.h"

namespace locklab::app {
namespace {

constexpr float line = 15;

TEST(DialogueScroll, ShowsTheLastCommandItsReplyAndItsScriptWhereThereIsRoom) {
  EXPECT_EQ(dialogue_scroll(0, 2 * line, 8 * line, 20 * line), 0);
  EXPECT_EQ(dialogue_scroll(20 * line, 22 * line, 28 * line, 10 * line), 18 * line);
}

// "end / return 0": two lines of the script's tail, and no command.
TEST(DialogueScroll, LeavesTheScriptOutBeforeTheCommandAndItsReply) {
  EXPECT_EQ(dialogue_scroll(20 * line, 22 * line, 28 * line, 2 * line), 20 * line);
  EXPECT_EQ(dialogue_scroll(20 * line, 22 * line, 28 * line, 4 * line), 18 * line);
}

TEST(DialogueScroll, ShowsTheCommandsFirstLineIfThereIsRoomForNoMore) {
  EXPECT_EQ(dialogue_scroll(20 * line, 25 * line, 31 * line, 2 * line), 20 * line);
}

}  // namespace
}  // namespace locklab::app
