// A machine that draws a frame in the time in which somebody does several things: nothing of it is
// lost, and nothing goes elsewhere. Here the window is stopped while they are done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

std::string to_middle_of(const LabWindow::Rectangle& place) {
  return "mousemove " + std::to_string((place.x0 + place.x1) / 2) + " " +
         std::to_string((place.y0 + place.y1) / 2);
}

LabWindow::Rectangle settled_place_of(LabWindow& window, const std::string& name) {
  window.wait_for(name);
  window.wait_until_says("@settled", "true");
  return window.widget(name).value_or(LabWindow::Rectangle{});
}

TEST(SlowWindow, AClickIsDoneWhereItWasThoughTheMouseWentOn) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  const std::string there = to_middle_of(settled_place_of(window, "help"));
  window.act_while_stopped({there, "mousedown 1", "mouseup 1", "mousemove 300 400"});
  window.wait_for("help close");
  EXPECT_EQ(window.close(), 0);
}

TEST(SlowWindow, WhatIsTypedRightAfterAClickIntoAFieldIsTheFields) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  const std::string there = to_middle_of(settled_place_of(window, "until time"));
  // Elsewhere 3 would be a size, and 0 another.
  window.act_while_stopped({there, "mousedown 1", "mouseup 1", "key ctrl+a",
                            "type --delay 1 '300 ms'", "key Return", "mousemove 300 400"});
  window.wait_until("@at", [](const std::string& at) { return at == "300000.0"; });
  EXPECT_EQ(window.close(), 0);
}

TEST(SlowWindow, KeysFindWhatTheKeyBeforeThemHasLeft) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.wait_until_says("@settled", "true");
  window.act_while_stopped({"key s", "key s", "key e"});
  window.wait_for("explore start");
  EXPECT_EQ(window.says("setup close"), "");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
