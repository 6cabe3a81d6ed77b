// A machine that draws a frame in the time in which somebody does several things: nothing of it is
// lost, and nothing goes elsewhere. Here the window is stopped while they are done.
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
  // Elsewhere 3 would be a size, and 0 another.
  window.act_while_stopped({to_middle_of(window.at_rest("until time")), "mousedown 1", "mouseup 1",
                            "key ctrl+a", "type --delay 1 '300 ms'", "key Return",
                            "mousemove 300 400"});
  window.wait_until_says("@at", "300000.0");
  // Each key finds what the one before it has left.
  window.wait_until_says("@settled", "true");
  window.act_while_stopped({"key s", "key s", "key e"});
  window.wait_for("explore start");
  EXPECT_EQ(window.says("setup close"), "");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
