// The window by keyboard alone, with real keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::HasSubstr;
using testing::Ne;

/// Presses Tab until the widget has the focus, each time after the last move was seen.
void tab_to(LabWindow& window, const std::string& widget) {
  for (int i = 0; i < 80 && window.says("@focus") != widget; ++i) {
    const std::string before = window.says("@focus");
    window.key("Tab");
    window.wait_until("@focus", Ne(before));
  }
  ASSERT_EQ(window.says("@focus"), widget);
}

void open_commands(LabWindow& window, const char* key) {
  window.key(key);
  window.wait_for("command typed");
  window.wait_until_says("@settled", "true");
}

TEST(KeyboardWindow, TabLeadsToButtonsAndMenusWhichEnterAndArrowsUseAndF1OpensHelp) {
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
  window.key("Home");
  window.wait_until_says("@events", "0");
  tab_to(window, "until");
  window.key("Return");
  window.wait_for("until violation");
  for (int i = 0; i < 5; ++i) window.hold_and_release("Down");
  window.hold_and_release("Return");
  window.wait_until_says("until violation", "");
  window.wait_until("@events", Ne("0"));
  window.key("Escape");
  window.wait_until_says("@focus", "");
  window.key("F1");
  window.wait_for("help close");
  window.key("F1");
  window.wait_until_says("help close", "");
  window.click("screen matrix");
  window.wait_for("matrix pane");
  window.key("F1");
  window.wait_for("help close");
}

TEST(KeyboardWindow, EnterDoesWhatIsTypedAlsoWithinOneFrame) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  open_commands(window, "ctrl+p");
  window.act_while_stopped({"type --delay 1 'crash bob'", "keydown Return"});
  window.act("keyup Return");
  window.wait_until("@run", HasSubstr("crash"));
}

TEST(KeyboardWindow, EveryActionIsFoundByItsName) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  open_commands(window, "ctrl+p");
  window.type("crash bob");
  window.wait_until("@run", HasSubstr("crash"));
  window.wait_until_says("command typed", "");
  window.wait_for("fault 0");
  open_commands(window, "u");
  window.hold_and_release("Return");
  window.wait_for("form accept");
  window.key("Escape");
  window.wait_until_says("form accept", "");
  open_commands(window, "ctrl+p");
  window.type("projector");
  window.wait_until_says("command typed", "");
  EXPECT_EQ(window.misplaced(), "");
}

TEST(KeyboardWindow, AFileIsChosenInTheListWithoutTheMouse) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 800, {"HOME=/nowhere"});
  window.wait_for("timeline");
  const std::filesystem::path saved = window.folder() / "first.toml";
  window.key("ctrl+s");
  window.fill("file name", saved);
  window.wait_until_says("dialog accept", "");
  EXPECT_TRUE(std::filesystem::exists(saved));
  // The next dialog starts in the folder of the saved file.
  window.key("ctrl+o");
  window.wait_for("entry first.toml");
  window.wait_until_says("@settled", "true");
  for (int i = 0; i < 20; ++i) window.hold_and_release("Down");
  window.hold_and_release("Return");
  window.wait_until("@run", HasSubstr("first.toml"));
}

}  // namespace
}  // namespace locklab::app
