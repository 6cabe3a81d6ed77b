// Buttons keep their places while a number next to them grows, so that clicks do not miss them.
#include <gtest/gtest.h>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

constexpr int frames_watched = 15;

TEST(StillButtons, WhileALiveRunGoesOn) {
  LabWindow window(
      {"--open", "F06_pause_past_ttl set={client={alice={rounds=2000}, bob={rounds=2000}}}"});
  window.click("live");
  window.click("live run");
  window.wait_for("branch 1");
  // The number grows from two digits to four.
  EXPECT_EQ(window.moved_until([](LabWindow& lab) { return lab.number("@events") > 1200; }), "");
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(StillButtons, WhileASearchGoesOnTheMatrixIsMadeAndALoadGoesOn) {
  LabWindow window({}, 1280, 720);
  window.key("e");
  window.click("explore search");
  window.click("explore search random");
  window.click("explore seconds");
  window.click("explore seconds 0");
  window.click("explore start");
  window.wait_for("explore progress");
  EXPECT_EQ(window.moved_in_frames(frames_watched), "");
  window.click("explore stop");
  window.wait_for("explore unfinished");
  window.key("Escape");
  window.wait_until_says("explore close", "");

  window.click("screen matrix");
  window.click("matrix make");
  window.wait_for("matrix progress");
  // The screen is redrawn after each cell, however slow, and after each move of the mouse.
  int moves = 0;
  const auto has_moved_often = [&](LabWindow& lab) {
    lab.nudge();
    return ++moves == 40;
  };
  EXPECT_EQ(window.moved_until(has_moved_often), "");
  window.click("matrix stop");
  window.wait_for("matrix make");

  window.click("screen stress");
  window.fill("load duration", "600");
  window.click("load start");
  window.wait_until("@load seconds", IsAbove(0));
  EXPECT_EQ(window.moved_in_frames(frames_watched), "");
  window.click("load stop");
  window.wait_for("load start");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
