// The axis, the overview, ranges and grips, with real mouse and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Ne;
using testing::Not;

struct Range {
  double from = 0, to = 0;
  double span() const { return to - from; }
};

Range view_of(LabWindow& window) {
  std::istringstream said(window.says("@view"));
  Range view;
  said >> view.from >> view.to;
  return view;
}

/// Waits until the visible range satisfies `is`.
void wait_for_view(LabWindow& window, const std::function<bool(const Range&)>& is) {
  window.wait_until("@view", [&](const std::string&) { return is(view_of(window)); });
}

TEST(AxisWindow, EveryStepMovesTheCursorAsFarAndTheFrameOfTheOverviewIsDraggedAndResized) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720);
  window.click("axis");
  wait_for_view(window, [](const Range& view) { return view.to < 200; });
  EXPECT_EQ(window.misplaced(), "");
  window.key("y");
  wait_for_view(window, [](const Range& view) { return view.to > 200'000; });
  window.key("y");
  wait_for_view(window, [](const Range& view) { return view.to < 200; });
  // A click seeks the time under the pointer on the event axis too.
  window.click_in("timeline", 0.5, 0.1);
  window.wait_until("@events", AllOf(IsAbove(30), Not(IsAbove(55))));
  window.key("y");
  wait_for_view(window, [](const Range& view) { return view.to > 200'000; });
  window.wheel_in("timeline", 0.5, 0.1, 4);
  wait_for_view(window, [](const Range& view) { return view.from > 0; });
  const Range before = view_of(window);
  window.drag("overview frame", 0.5, 0.5, "overview", 0.9, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from > before.from + 10'000; });
  EXPECT_NEAR(view_of(window).span(), before.span(), 1) << "moved, not zoomed";
  window.drag("overview frame", 0, 0.5, "overview", 0.1, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.span() > 1.5 * before.span(); });
  // A press outside the frame moves the frame there.
  window.wheel_in("timeline", 0.9, 0.1, 4);
  wait_for_view(window, [](const Range& view) { return view.from > 100'000; });
  window.click_in("overview", 0.02, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from < before.from; });
  EXPECT_EQ(window.misplaced(), "");
}

TEST(AxisWindow, ADragOnTheRulerZoomsAndTheTimeBetweenTwoMarksIsToldUntilEscape) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  const double whole = view_of(window).span();
  window.drag("flag 12", 3, 4, "timeline", 0.8, 0.04);
  wait_for_view(window, [&](const Range& view) { return view.span() < 0.9 * whole; });
  window.key("f");
  wait_for_view(window, [&](const Range& view) { return view.span() == whole; });
  window.click_in("timeline", 0.3, 0.04);
  window.key("bracketleft");
  window.wait_for("mark A");
  window.click_in("timeline", 0.6, 0.04);
  window.key("bracketright");
  window.wait_for("between marks");
  EXPECT_TRUE(window.widget("mark B"));
  const int between = window.place("between marks").middle_x();
  EXPECT_LT(window.place("mark A").middle_x(), between);
  EXPECT_LT(between, window.place("mark B").middle_x());
  window.key("Escape");
  window.wait_until_says("between marks", "");
  // Sets mark A from the context menu, at the pointer.
  window.right_click("lane bob");
  window.key("Escape");
  window.click_in("timeline", 0.5, 0.2, 3);
  window.click("menu mark A");
  window.wait_for("mark A");
}

/// Many lanes scroll; the overview is then needed most.
TEST(AxisWindow, TheOverviewAndTheClusterAreThereHoweverManyLanes) {
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, 720);
  window.wait_for("overview");
  window.wait_for("cluster n1");
  EXPECT_EQ(window.misplaced(), "");
}

TEST(AxisWindow, APanOnAnArrowheadDelaysNothingAndAPlacedFaultIsDraggedInTimeOrForItsLength) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  // The carried tool's label is no larger than its text.
  window.click("palette kill");
  window.point_at(window.at_rest("timeline").middle_x(), window.at_rest("lane n1").middle_y());
  const LabWindow::Rectangle carried = window.at_rest("carried tool");
  EXPECT_LT(carried.width(), 260);
  EXPECT_LT(carried.height(), 70);
  window.key("Escape");
  window.wait_until_says("carried tool", "");
  window.wheel_in("timeline", 0.2, 0.1, 3);
  window.wait_until_says("@settled", "true");
  const Range before = view_of(window);
  window.drag("request 4", 1, 1, "timeline", 0.9, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from < before.from; });
  EXPECT_THAT(window.says("@run"), Not(HasSubstr("fault=")));
  window.key("f");
  window.click("lane bob");
  window.click_in("timeline", 0.35, 0.04);
  window.wait_until("@events", IsAbove(0));
  const std::string strike = window.says("@events");
  window.click("palette pause");
  const auto pauses_bob = HasSubstr("pause={client=\"bob\"");
  window.wait_until("@run", pauses_bob);
  const std::string placed = window.says("@run");
  window.drag("mark " + strike, 0.5, 0.5, "timeline", 0.42, 0.5);
  window.wait_until("@run", AllOf(Ne(placed), pauses_bob));
  window.key("ctrl+z");
  window.wait_until_says("@run", placed);
  const auto lane = window.widget("lane bob");
  ASSERT_TRUE(lane);
  std::string end;
  for (int event = std::stoi(strike) + 1; end.empty() && event < 400; ++event)
    if (const auto mark = window.widget("mark " + std::to_string(event));
        mark && mark->y0 > lane->y0 && mark->y1 < lane->y1)
      end = "mark " + std::to_string(event);
  ASSERT_FALSE(end.empty());
  window.drag(end, 0.5, 0.5, "timeline", 0.6, 0.5);
  window.wait_until("@run", AllOf(Ne(placed), pauses_bob));
  const auto strikes = [](const std::string& run) {
    return run.substr(run.find("fault="), run.find("pause=") - run.find("fault="));
  };
  EXPECT_EQ(strikes(window.says("@run")), strikes(placed)) << "it strikes where it did";
  window.key("ctrl+z");
  window.wait_until_says("@run", placed);
  EXPECT_THAT(placed, HasSubstr("fault="));
  EXPECT_THAT(placed.substr(placed.find("fault=") + 6), Not(HasSubstr("fault=")));
}

}  // namespace
}  // namespace locklab::test
