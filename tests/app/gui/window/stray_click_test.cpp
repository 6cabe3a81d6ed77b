#include "app/gui/window/stray_click.h"

#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include "app/gui/window/unseen_window.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

/// How many of a frame's intents move the cursor.
std::size_t seeks(const UnseenWindow& window) {
  std::size_t count = 0;
  for (const Intent& wanted : window.wants())
    count += std::holds_alternative<intent::Seek>(wanted) ||
             std::holds_alternative<intent::SeekEvent>(wanted);
  return count;
}

struct Mouse {
  UnseenWindow& window;
  const Model& model;
  std::size_t moved = 0;  ///< intents that moved the cursor

  void button(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    window.draw(model);
    moved += seeks(window);
  }
  void click() {
    button(true);
    button(false);
  }
};

/// A point on the timeline.
ImVec2 on_timeline(UnseenWindow& window, const Model& model) {
  window.draw(model);
  window.draw(model);
  for (const NamedRectangle& one : window.named())
    if (one.name == "lane alice") return {one.to.x + 200, (one.from.y + one.to.y) / 2};
  ADD_FAILURE() << "no lane";
  return {};
}

TEST(StrayClick, TheSecondPressOfADoubleClickDoesNothingOnTheScreenThatTheFirstHasOpened) {
  Model model = test::showing("F06");
  UnseenWindow window(1280, 720);
  const ImVec2 at = on_timeline(window, model);
  ImGui::GetIO().MousePos = at;
  Mouse mouse{window, model};

  model.screen = Screen::matrix;
  window.draw(model);
  mouse.click();
  mouse.moved = 0;
  model.screen = Screen::lab;
  window.draw(model);
  mouse.click();
  EXPECT_EQ(mouse.moved, 0u);

  for (int i = 0; i < 60; ++i) window.draw(model);  // a second later
  mouse.click();
  EXPECT_GT(mouse.moved, 0u) << "a click of its own";
}

TEST(StrayClick, ADoubleClickOnOneScreenCountsTwice) {
  Model model = test::showing("F06");
  UnseenWindow window(1280, 720);
  const ImVec2 at = on_timeline(window, model);
  ImGui::GetIO().MousePos = at;
  Mouse mouse{window, model};
  window.draw(model);
  mouse.click();
  const std::size_t once = mouse.moved;
  EXPECT_GT(once, 0u);
  mouse.click();
  EXPECT_GT(mouse.moved, once);
}

}  // namespace
}  // namespace locklab::app
