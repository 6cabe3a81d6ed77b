// Input that arrives within one slow frame reaches the program in order, as if frame by frame.
#include "app/gui/window/input_queue.h"
#include "tests/support/golden_text.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace locklab::app {
namespace {

using testing::ElementsAre;

const input::Event left_down = input::Button{0, true};
const input::Event left_up = input::Button{0, false};

input::Event move_to(float x) { return input::Moved{x, 0}; }
input::Event press(int key, int modifiers = 0) { return input::Key{key, 0, GLFW_PRESS, modifiers}; }
input::Event release(int key, int modifiers = 0) {
  return input::Key{key, 0, GLFW_RELEASE, modifiers};
}
input::Event typed(char character) { return input::Typed{static_cast<unsigned>(character)}; }

std::string in_words(const input::Event& event) {
  struct Teller {
    std::string operator()(const input::Moved& moved) const {
      return "to" + std::to_string(static_cast<int>(moved.x));
    }
    std::string operator()(const input::Entered&) const { return "entered"; }
    std::string operator()(const input::Button& button) const {
      return button.down ? "down" : "up";
    }
    std::string operator()(const input::Wheel&) const { return "wheel"; }
    std::string operator()(const input::Focused&) const { return "focused"; }
    std::string operator()(const input::Key& key) const {
      return (key.action == GLFW_PRESS    ? "+"
              : key.action == GLFW_REPEAT ? "*"
                                          : "-") +
             std::to_string(key.key);
    }
    std::string operator()(const input::Typed& one) const {
      return std::string(1, static_cast<char>(one.character));
    }
  };
  return std::visit(Teller(), event);
}

/// The input of each frame if all events arrive before the first one.
std::vector<std::string> frames_of(const std::vector<input::Event>& events) {
  InputQueue queue;
  for (const input::Event& event : events) queue.push(event);
  std::vector<std::string> frames;
  while (!queue.is_empty() && frames.size() < 100) {
    queue.begin_frame();
    std::string frame;
    while (const auto event = queue.next()) frame += (frame.empty() ? "" : " ") + in_words(*event);
    frames.push_back(frame);
  }
  return frames;
}

TEST(InputQueue, AClickIsWhereItWasAndNotWhereTheMouseWentAfterwards) {
  EXPECT_THAT(frames_of({move_to(1), move_to(2), left_down, left_up, move_to(9)}),
              ElementsAre("to1 to2", "down", "up", "to9"));
}

TEST(InputQueue, ADragIsADrag) {
  EXPECT_THAT(frames_of({left_down, move_to(5), move_to(9), left_up}),
              ElementsAre("down", "to5 to9", "up"));
}

TEST(InputQueue, TheWheelTurnsWhereTheMouseWas) {
  EXPECT_THAT(frames_of({move_to(1), input::Wheel{0, 1}, input::Wheel{0, 1}, move_to(2)}),
              test::IsGolden());
}

TEST(InputQueue, WhatIsTypedComesTogetherAndBeforeTheEnterAfterIt) {
  EXPECT_THAT(frames_of({press(GLFW_KEY_H), typed('h'), release(GLFW_KEY_H), press(GLFW_KEY_I),
                         typed('i'), release(GLFW_KEY_I), press(GLFW_KEY_ENTER),
                         release(GLFW_KEY_ENTER), press(GLFW_KEY_X), typed('x')}),
              ElementsAre("+72 h -72 +73 i -73", "+257", "-257", "+88 x"));
}

TEST(InputQueue, AKeyWithControlIsDownForAFrameWhileControlIs) {
  EXPECT_THAT(frames_of({press(GLFW_KEY_LEFT_CONTROL), press(GLFW_KEY_A, GLFW_MOD_CONTROL),
                         release(GLFW_KEY_A, GLFW_MOD_CONTROL), release(GLFW_KEY_LEFT_CONTROL)}),
              ElementsAre("+341", "+65", "-65", "-341"));
}

TEST(InputQueue, AKeyThatIsHeldDoesNotPileUpFrames) {
  const input::Event again = input::Key{GLFW_KEY_RIGHT, 0, GLFW_REPEAT, 0};
  EXPECT_THAT(frames_of({press(GLFW_KEY_RIGHT), again, again, again, release(GLFW_KEY_RIGHT)}),
              ElementsAre("+262", "*262 *262 *262", "-262"));
}

}  // namespace
}  // namespace locklab::app
