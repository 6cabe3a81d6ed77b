// A slow machine that draws one frame while the user does several things: no input is lost or
// misdirected. The test stops the window meanwhile.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

std::string to_middle_of(const LabWindow::Rectangle& place) {
  return "mousemove " + std::to_string(place.middle_x()) + " " + std::to_string(place.middle_y());
}

TEST(SlowWindow, ClicksTypedTextAndKeysGoWhereTheyWereMeantThoughTheMouseWentOn) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.act_while_stopped(
      {to_middle_of(window.at_rest("help")), "mousedown 1", "mouseup 1", "mousemove 300 400"});
  window.wait_for("help close");
  window.key("Escape");
  window.wait_until_says("help close", "");
  // Outside the field, 3 and 0 are keys for other commands.
  window.act_while_stopped({to_middle_of(window.at_rest("until time")), "mousedown 1", "mouseup 1",
                            "key ctrl+a", "type --delay 1 '300 ms'", "key Return",
                            "mousemove 300 400"});
  window.wait_until_says("@at", "300000.0");
  // Each key acts on the state after the key before it.
  window.wait_until_says("@settled", "true");
  window.act_while_stopped({"key s", "key s", "key e"});
  window.wait_for("explore start");
  EXPECT_EQ(window.says("setup close"), "");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
