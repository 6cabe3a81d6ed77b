// The axis, the overview, ranges and grips, by real mouse and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

using testing::HasSubstr;
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

/// Waits until what is in sight is so.
void wait_for_view(LabWindow& window, const std::function<bool(const Range&)>& is) {
  window.wait_until("@view", [&](const std::string&) { return is(view_of(window)); });
}

void wait_for_run(LabWindow& window, const std::string& part) {
  window.wait_until("@run", [&](const std::string& run) { return run.find(part) != run.npos; });
}

int middle_x(LabWindow& window, const std::string& name) {
  const auto at = window.widget(name);
  return at ? (at->x0 + at->x1) / 2 : -1;
}

TEST(AxisWindow, EveryStepMovesTheCursorAsFarAsTheNext) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720);
  window.wait_for("axis");
  window.click("axis");
  wait_for_view(window, [](const Range& view) { return view.to < 200; });
  EXPECT_EQ(window.misplaced(), "");
  window.key("y");
  wait_for_view(window, [](const Range& view) { return view.to > 200'000; });
  window.key("y");
  wait_for_view(window, [](const Range& view) { return view.to < 200; });
  // A click goes to the time under the pointer on this axis too.
  window.click_in("timeline", 0.5, 0.1);
  window.wait_until("@events", [](const std::string& events) {
    const int now = std::atoi(events.c_str());
    return now > 30 && now < 56;
  });
}

TEST(AxisWindow, ADragOnTheRulerZoomsAndTellsItsLength) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  const double whole = view_of(window).span();
  window.drag("flag 12", 3, 4, "timeline", 0.8, 0.04);
  wait_for_view(window, [&](const Range& view) { return view.span() < 0.9 * whole; });
  window.key("f");
  wait_for_view(window, [&](const Range& view) { return view.span() == whole; });
}

TEST(AxisWindow, TheFrameOfTheOverviewIsDraggedAndResized) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720);
  window.wait_for("overview");
  window.wheel_in("timeline", 0.5, 0.1, 4);
  wait_for_view(window, [](const Range& view) { return view.from > 0; });
  const Range before = view_of(window);
  window.drag("overview frame", 0.5, 0.5, "overview", 0.9, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from > before.from + 10'000; });
  EXPECT_NEAR(view_of(window).span(), before.span(), 1) << "moved, not zoomed";
  window.drag("overview frame", 0, 0.5, "overview", 0.1, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.span() > 1.5 * before.span(); });
  // A press beside the frame brings it there.
  window.wheel_in("timeline", 0.9, 0.1, 4);
  wait_for_view(window, [](const Range& view) { return view.from > 100'000; });
  window.click_in("overview", 0.02, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from < before.from; });
  EXPECT_EQ(window.misplaced(), "");
}

/// Where the lanes are many, they scroll; the strip of the whole run is needed most there.
TEST(AxisWindow, TheOverviewAndTheClusterAreThereHoweverManyLanes) {
  for (const char* story : {"F06_pause_past_ttl", "F12_redlock_clock_jump"}) {
    LabWindow window({"--open", story}, 1280, 720);
    window.wait_for("timeline");
    window.wait_until_says("@settled", "true");
    EXPECT_TRUE(window.widget("overview")) << story;
    EXPECT_TRUE(window.widget("cluster n1")) << story;
    EXPECT_EQ(window.misplaced(), "") << story;
  }
}

TEST(AxisWindow, TheTimeBetweenTwoMarksIsToldUntilEscape) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click_in("timeline", 0.3, 0.04);
  window.key("bracketleft");
  window.wait_for("mark A");
  window.click_in("timeline", 0.6, 0.04);
  window.key("bracketright");
  window.wait_for("between marks");
  EXPECT_TRUE(window.widget("mark B"));
  EXPECT_LT(middle_x(window, "mark A"), middle_x(window, "between marks"));
  EXPECT_LT(middle_x(window, "between marks"), middle_x(window, "mark B"));
  window.key("Escape");
  window.wait_until_says("between marks", "");
  // By the context menu, at the pointer.
  window.right_click("lane bob");
  window.key("Escape");
  window.click_in("timeline", 0.5, 0.2, 3);
  window.click("menu mark A");
  window.wait_for("mark A");
}

TEST(AxisWindow, APanThatBeginsOnAnArrowheadDelaysNothing) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("request 4");
  window.wheel_in("timeline", 0.2, 0.1, 3);
  window.wait_until_says("@settled", "true");
  const Range before = view_of(window);
  window.drag("request 4", 1, 1, "timeline", 0.9, 0.5);
  wait_for_view(window, [&](const Range& view) { return view.from < before.from; });
  EXPECT_THAT(window.says("@run"), Not(HasSubstr("fault=")));
}

TEST(AxisWindow, APlacedFaultIsDraggedInTimeAndItsEndForItsLength) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("lane bob");
  window.click_in("timeline", 0.35, 0.04);
  window.wait_until("@events", [](const std::string& events) { return events != "0"; });
  const std::string strike = window.says("@events");
  window.click("palette pause");
  wait_for_run(window, "pause={client=\"bob\"");
  const std::string placed = window.says("@run");
  window.drag("mark " + strike, 0.5, 0.5, "timeline", 0.42, 0.5);
  window.wait_until("@run", [&](const std::string& run) {
    return run != placed && run.find("pause={client=\"bob\"") != run.npos;
  });
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
  window.wait_until("@run", [&](const std::string& run) {
    return run != placed && run.find("pause={client=\"bob\"") != run.npos;
  });
  const auto strikes = [](const std::string& run) {
    return run.substr(run.find("fault="), run.find("pause=") - run.find("fault="));
  };
  EXPECT_EQ(strikes(window.says("@run")), strikes(placed)) << "it strikes where it did";
  window.key("ctrl+z");
  window.wait_until_says("@run", placed);
  EXPECT_THAT(placed, HasSubstr("fault="));
  EXPECT_THAT(placed.substr(placed.find("fault=") + 6), Not(HasSubstr("fault=")));
}

TEST(AxisWindow, ACarriedToolIsNoLargerThanWhatItSays) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("palette kill");
  const auto lane = window.widget("lane n1");
  const auto timeline = window.widget("timeline");
  ASSERT_TRUE(lane && timeline);
  window.point_at((timeline->x0 + timeline->x1) / 2, (lane->y0 + lane->y1) / 2);
  window.wait_for("carried tool");
  const auto carried = window.widget("carried tool");
  ASSERT_TRUE(carried);
  EXPECT_LT(carried->x1 - carried->x0, 260) << "it is as large as what it says";
  EXPECT_LT(carried->y1 - carried->y0, 70);
  window.key("Escape");
}

}  // namespace
}  // namespace locklab::test
