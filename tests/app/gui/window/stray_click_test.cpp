#include "app/gui/window/widgets/stray_click.h"

#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include "app/gui/window/shell/unseen_window.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

/// The number of intents of the last frame that move the cursor.
std::size_t seeks(const UnseenWindow& window) {
  std::size_t count = 0;
  for (const Intent& wanted : window.wants())
    count += wanted.is<intent::Seek>() || wanted.is<intent::SeekEvent>();
  return count;
}

/// A story in a window, with the mouse on its timeline.
class StrayClick : public testing::Test {
 protected:
  StrayClick() {
    draw();
    draw();
    for (const NamedRectangle& one : window_.named())
      if (one.name == "lane alice")
        ImGui::GetIO().MousePos = {one.to.x + 200, (one.from.y + one.to.y) / 2};
    draw();
  }

  void draw() { window_.draw(model_); }
  /// Presses and releases the button. Returns how often that moved the cursor.
  std::size_t click() {
    std::size_t moved = 0;
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw();
      moved += seeks(window_);
    }
    return moved;
  }

  Model model_ = test::showing("F06");
  UnseenWindow window_{1280, 720};
};

TEST_F(StrayClick, TheSecondPressOfADoubleClickDoesNothingOnTheScreenThatTheFirstHasOpened) {
  model_.screen = Screen::matrix;
  draw();
  click();
  model_.screen = Screen::lab;
  draw();
  EXPECT_EQ(click(), 0u);
  for (int i = 0; i < 60; ++i) draw();  // a second later
  EXPECT_GT(click(), 0u) << "a click of its own";
}

TEST_F(StrayClick, ADoubleClickOnOneScreenCountsTwice) {
  EXPECT_GT(click(), 0u);
  EXPECT_GT(click(), 0u);
}

}  // namespace
}  // namespace locklab::app
