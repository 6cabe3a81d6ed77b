// The window by keyboard alone, with real keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

/// Each Tab is pressed when the one before it has been seen.
void tab_to(LabWindow& window, const std::string& widget) {
  for (int i = 0; i < 80 && window.says("@focus") != widget; ++i) {
    const std::string before = window.says("@focus");
    window.key("Tab");
    window.wait_until("@focus", [&](const std::string& now) { return now != before; });
  }
  ASSERT_EQ(window.says("@focus"), widget);
}

TEST(KeyboardWindow, TabGoesToAButtonAndEnterPressesIt) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  tab_to(window, "play");
  window.key("shift+Tab");
  window.wait_until_says("@focus", "back");
  tab_to(window, "forward");
  window.key("Return");
  window.wait_until_says("@events", "1");
  window.key("Escape");
  window.wait_until_says("@focus", "");
}

TEST(KeyboardWindow, TheKeyOfHelpOpensIt) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.key("F1");
  window.wait_for("help close");
  window.key("F1");
  window.wait_until_says("help close", "");
  window.click("screen matrix");
  window.wait_for("matrix pane");
  window.key("F1");
  window.wait_for("help close");
}

TEST(KeyboardWindow, AMenuIsOpenedWalkedAndChosenFromByKeys) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  tab_to(window, "until");
  window.key("Return");
  window.wait_for("until violation");
  for (int i = 0; i < 5; ++i) {
    window.act("keydown Down");
    window.act("keyup Down");
  }
  window.act("keydown Return");
  window.act("keyup Return");
  window.wait_until_says("until violation", "");
  window.wait_until("@events", [](const std::string& events) { return events != "0"; });
}

TEST(KeyboardWindow, EveryActionIsFoundByItsName) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.wait_until_says("@settled", "true");
  window.type("crash bob");
  window.wait_until("@run", [](const std::string& run) { return has_text(run, "crash"); });
  window.wait_until_says("command typed", "");
  window.wait_for("fault 0");
  window.key("u");
  window.wait_for("command typed");
  window.wait_until_says("@settled", "true");
  window.act("keydown Return");
  window.act("keyup Return");
  window.wait_for("form accept");
  window.key("Escape");
  window.wait_until_says("form accept", "");
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.wait_until_says("@settled", "true");
  window.type("projector");
  window.wait_until_says("command typed", "");
  EXPECT_EQ(window.misplaced(), "");
}

TEST(KeyboardWindow, EnterDoesWhatIsTypedAlsoWithinOneFrame) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.wait_until_says("@settled", "true");
  window.act_while_stopped({"type --delay 1 'crash bob'", "keydown Return"});
  window.act("keyup Return");
  window.wait_until("@run", [](const std::string& run) { return has_text(run, "crash"); });
}

TEST(KeyboardWindow, AFileIsChosenInTheListWithoutTheMouse) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 800, {"HOME=/nowhere"});
  window.wait_for("timeline");
  const std::filesystem::path saved = window.folder() / "first.toml";
  window.key("ctrl+s");
  window.fill("file name", saved);
  window.wait_until_says("dialog accept", "");
  EXPECT_TRUE(std::filesystem::exists(saved));
  // The next dialog begins in that folder.
  window.key("ctrl+o");
  window.wait_for("entry first.toml");
  window.wait_until_says("@settled", "true");
  for (int i = 0; i < 20; ++i) {
    window.act("keydown Down");
    window.act("keyup Down");
  }
  window.act("keydown Return");
  window.act("keyup Return");
  window.wait_until("@run", [](const std::string& run) { return has_text(run, "first.toml"); });
}

TEST(KeyboardWindow, NoTooltipCoversADialog) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  const auto lane = window.widget("lane alice");
  ASSERT_TRUE(lane);
  window.point_at((lane->x0 + lane->x1) / 2, (lane->y0 + lane->y1) / 2);
  window.wait_for("tooltip");
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.wait_until_says("tooltip", "");
}

}  // namespace
}  // namespace locklab::app
