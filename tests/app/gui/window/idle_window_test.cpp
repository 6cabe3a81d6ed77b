// An idle window draws no frames and uses next to no processor time, even if it is hidden; nothing
// that depends on the display changes the layout.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/gui/layout/glow.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using namespace std::chrono_literals;
using test::LabWindow;

/// Waits for 1.5 seconds without a frame and with at most 0.03 s of processor time. The display may
/// still send events to a new window, hence the 20 attempts.
void expect_rest(LabWindow& window) {
  int frames = 0;
  double processor = 0;
  for (int attempt = 0; attempt < 20; ++attempt) {
    window.wait_until_says("@settled", "true");
    frames = window.number("@frames");
    processor = window.processor_seconds();
    std::this_thread::sleep_for(1500ms);  // only time can show that nothing happens
    frames = window.number("@frames") - frames;
    processor = window.processor_seconds() - processor;
    if (frames == 0 && processor <= 0.03) return;
  }
  ADD_FAILURE() << "it never rests: " << frames << " frames, " << processor << " s at last";
}

TEST(IdleWindow, DrawsNoFramesAndUsesNoProcessor) {
  LabWindow window;
  window.wait_for("timeline");
  expect_rest(window);
  const int before = window.number("@frames");
  window.nudge();
  window.wait_until("@frames", test::IsAbove(before));
  expect_rest(window);
}

TEST(IdleWindow, ComesToRestAfterWhatMovesAndGlows) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720, {},
                   R"({"welcomed": true, "motion": true})");
  window.wait_for("timeline");
  window.wait_until_says("@settled", "true");
  const auto before = std::chrono::steady_clock::now();
  window.key("v");
  window.wait_until_says("@events", "57");
  window.wait_until_says("@settled", "true");
  // A slow machine draws few frames of the animation, but never ends it early.
  EXPECT_GE(std::chrono::steady_clock::now() - before,
            std::chrono::duration<double>(Glow::longest_s));
  expect_rest(window);
  window.wheel_in("timeline", 0.5, 0.5, 3);
  expect_rest(window);
}

TEST(MinimisedWindow, PlaysOnWithoutDrawingAndComesBackWhole) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.start_window_manager();
  window.wait_until_says("@settled", "true");
  const auto lane = window.widget("lane alice");
  window.key("space");
  window.wait_until_says("@playing", "true");
  window.minimise();
  const std::string frames = window.says("@frames");
  const std::string at = window.says("@at");
  window.wait_until("@at", testing::Ne(at));
  EXPECT_EQ(window.says("@frames"), frames);
  EXPECT_EQ(window.says("@minimised"), "true");
  window.restore();
  window.wait_until("@frames", testing::Ne(frames));
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.wait_until_says("@settled", "true");
  EXPECT_EQ(window.widget("lane alice"), lane);
  window.minimise();
  expect_rest(window);
}

TEST(ScreenScale, AnotherDensityMakesLettersLargerAndKeepsTheLayout) {
  test::ScratchFolder folder;
  const std::string file = folder / "scale";
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1600, 1200, {"LOCKLAB_SCREEN_SCALE=" + file});
  window.wait_for("timeline");
  window.wait_until_says("@settled", "true");
  const auto width = [&](const char* name) { return window.place(name).width(); };
  const auto height = [&](const char* name) { return window.place(name).height(); };
  const int lane = width("lane alice");
  const int letters = height("play");
  const int source = width("panel source");
  std::ofstream(file) << 1.5;
  window.nudge();
  window.wait_until("@settled", [&](const std::string& settled) {
    return settled == "true" && width("lane alice") == lane * 3 / 2;
  });
  EXPECT_NEAR(height("play"), letters * 1.5, 3);
  EXPECT_NEAR(width("panel source"), source, source * 0.05);
  EXPECT_EQ(window.says("@problem"), "");
  std::ofstream(file) << 1;
  window.nudge();
  window.wait_until("@settled", [&](const std::string& settled) {
    return settled == "true" && width("lane alice") == lane && height("play") == letters;
  });
}

}  // namespace
}  // namespace locklab::app
