// Faults added and edited with real drags and clicks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Waits until the run's name contains the fault.
void wait_for_fault(LabWindow& window, const std::string& fault) {
  window.wait_until("@run", HasSubstr(fault));
}

void undo(LabWindow& window) {
  window.key("ctrl+z");
  window.wait_until("@run", Not(HasSubstr("fault=")));
}

TEST(PlacingWindow, AMessageIsDelayedByDraggingByKeyAndByARightClick) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("request 4");
  window.drag("request 4", 1, 1, "request 3", 0, 1);
  window.wait_until("@problem", HasSubstr("cannot arrive before"));
  EXPECT_THAT(window.says("@run"), Not(HasSubstr("fault=")));
  window.click("problem close");
  // A request's head is at its lower right end. Once the message is selected, the head can be
  // dragged.
  window.drag("request 4", 1, 1, "request 5", 0, 1);
  window.wait_until("@run", AllOf(HasSubstr("delay={client=\"bob\", node=\"n1\""),
                                  HasSubstr("'s 3rd request to n1")));
  window.wait_for("fault 0");
  undo(window);
  // A reply's head is at its upper right end.
  window.click("reply 4");
  window.drag("reply 4", 1, 0, "request 5", 0, 0);
  wait_for_fault(window, "n1 ran bob's 3rd request");
  undo(window);
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.click("request 4");
  window.wait_until("@events", IsAbove(0));
  window.key("m");
  window.fill("form size", "soon");
  window.wait_for("form problem");
  // The mistyped field keeps the keyboard focus.
  window.wait_until_says("@typing", "true");
  window.wait_until_says("@settled", "true");
  window.act("key ctrl+a");
  window.type("7.5");
  wait_for_fault(window, "delay={client=\"bob\", node=\"n1\", ms=7.5, direction=\"requests\"}");
  window.wait_until_says("form size", "");
  undo(window);
  window.right_click("request 4");
  window.click("menu delay");
  window.fill("form size", "3");
  wait_for_fault(window, "delay={client=\"bob\", node=\"n1\", ms=3, direction=\"requests\"}");
}

TEST(PlacingWindow, ToolsAreDroppedOrTakenUpAndPlacedOnAMessageALinkALaneAndTheCluster) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.drag("palette drop", 0.5, 0.5, "request 4", 0.5, 0.5);
  wait_for_fault(window, "drop={client=\"bob\", node=\"n1\", direction=\"requests\"}");
  undo(window);
  window.drag("palette cut_replies", 0.5, 0.5, "reply 4", 0.5, 0.5);
  wait_for_fault(window, "cut={client=\"bob\", node=\"n1\", direction=\"replies\"}");
  undo(window);
  window.click("palette kill");
  window.click("lane n1");
  wait_for_fault(window, "kill={node=\"n1\"}");
  window.click("palette delay");
  window.click("request 4");
  wait_for_fault(window, "delay={client=\"bob\"");
  window.click("branch 0");
  window.wait_until("@run", Not(HasSubstr("fault=")));
  window.drag("palette slow", 0.5, 0.5, "link alice n1", 0.5, 0.5);
  wait_for_fault(window, "slow={client=\"alice\", node=\"n1\", ms=150}");
  window.drag("palette crash", 0.5, 0.5, "lane bob", 0.5, 0.5);
  wait_for_fault(window, "crash={client=\"bob\"}");
  window.drag("palette kill", 0.5, 0.5, "cluster n1", 0.5, 0.5);
  wait_for_fault(window, "kill={node=\"n1\"}");
}

TEST(PlacingWindow, ASizeIsGivenBeforeKeptAndChangedAfterAndAMarkOpensItsFault) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("lane bob");
  window.click("size pause");
  window.fill("size pause field", "0");
  window.wait_for("size pause field wrong");
  window.fill("size pause field", "77");
  window.wait_until_says("size pause field", "");
  window.click("palette pause");
  wait_for_fault(window, "pause={client=\"bob\", ms=77}");
  window.click("fault 0");
  window.fill("form size", "-4");
  window.wait_for("form problem");
  EXPECT_THAT(window.says("@run"), HasSubstr("ms=77"));
  window.fill("form size", "88");
  wait_for_fault(window, "pause={client=\"bob\", ms=88}");
  window.key("ctrl+z");
  wait_for_fault(window, "ms=77");
  window.click("fault 0");
  window.click("form remove");
  window.wait_until("@run", Not(HasSubstr("fault=")));
  EXPECT_EQ(window.misplaced(), "");
  window.click_in("timeline", 0.35, 0.02);
  window.wait_until("@events", IsAbove(0));
  const std::string at = window.says("@events");
  window.click("palette crash");
  wait_for_fault(window, "crash={client=\"bob\"}");
  // The new fault is the first event after the cursor.
  window.click("mark " + at);
  window.click("form client");
  window.click("form client alice");
  window.click("form accept");
  wait_for_fault(window, "crash={client=\"alice\"}");
}

TEST(PlacingWindow, AJumpAndAPaceHaveSlidersAndAPaceIsInPerCent) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("lane n1");
  window.click("size jump");
  window.wait_for("size jump slider");
  window.click_in("size jump slider", 0.05, 0.5);
  window.key("Escape");
  window.wait_until_says("size jump slider", "");
  window.click("palette jump");
  wait_for_fault(window, "jump={node=\"n1\", ms=-");
  window.click("size drift");
  window.wait_for("size drift slider");
  window.fill("size drift field", "20");
  window.click("palette drift");
  wait_for_fault(window, "ppm=200000");
}

TEST(PlacingWindow, APromotionIsMadeSlowAndItsOldMasterLeftUntold) {
  LabWindow window({"--open", "F11_failover_lost_lock"}, 1280, 720);
  window.click("lane n2");
  window.click("palette promote");
  wait_for_fault(window, "promote={node=\"n2\"}");
  window.click("fault 0");
  window.click("form untold");
  window.fill("form after", "soon");
  window.wait_for("form problem");
  EXPECT_EQ(window.misplaced(), "");
  window.fill("form after", "12");
  wait_for_fault(window, "promote={node=\"n2\", after_ms=12, untold=true}");
}

TEST(PlacingWindow, APinnedLaneStaysWhileTheOthersScroll) {
  LabWindow window({"--open", "F12_redlock_clock_jump set={clients=20}"}, 1280, 720);
  window.click("lane bob");
  window.wait_until_says("@lane", "bob");
  window.key("k");
  const auto top = [&](const std::string& lane) { return window.place("lane " + lane).y0; };
  window.wait_until("@settled", [&](const std::string& settled) {
    return settled == "true" && top("bob") < top("alice");
  });
  const int pinned = top("bob");
  const int before = top("alice");
  window.scroll_in("timeline", 0.5, 0.1, -3);
  window.wait_until("@settled", [&](const std::string& settled) {
    return settled == "true" && top("alice") != before;
  });
  EXPECT_EQ(top("bob"), pinned);
  // Unpinned, the lane scrolls with the others, out of the visible part.
  window.right_click("lane bob");
  window.click("lane pin");
  window.wait_until_says("lane bob", "");
}

TEST(PlacingWindow, ToolsWithoutRoomAreInAMenuAndABranchIsBrokenWhileItIsCompared) {
  constexpr int height = 720;
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, height);
  EXPECT_EQ(window.misplaced(), "");
  window.click("palette more");  // the menu covers what is above the row
  window.wait_for("palette drop");
  for (const char* tool : {"palette refuse_full", "palette refuse_read_only", "palette drop"}) {
    const auto place = window.widget(tool);
    ASSERT_TRUE(place) << tool;
    EXPECT_LT(place->y1, height) << tool;
  }
  EXPECT_FALSE(window.widget("palette migrate")) << "no cluster has slots here";
  window.key("Escape");
  window.wait_until_says("palette drop", "");
  window.click("palette crash");
  wait_for_fault(window, "crash=");
  window.key("d");
  window.wait_for("other lane n1");
  window.wait_for("palette pause");
  EXPECT_EQ(window.misplaced(), "");
  for (const char* lane : {"alice", "bob", "n1", "n2", "n3", "n4", "n5", "stock"})
    for (const char* side : {"lane ", "other lane "})
      EXPECT_TRUE(window.widget(side + std::string(lane))) << side << lane;
  // A tool dropped on the lower run, here the story, makes a branch of that run.
  window.drag("palette pause", 0.5, 0.5, "other lane bob", 0.5, 0.5);
  window.wait_until("@run", AllOf(HasSubstr("pause={client=\"bob\""), Not(HasSubstr("crash="))));
}

// Regression: ImGui measured the menu of the place before, so that of a message low in the window
// was cut off.
TEST(PlacingWindow, TheMenuOfEveryPlaceIsWhole) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720);
  for (const char* place : {"cluster alice", "cluster n1", "cluster alice", "cluster stock"}) {
    window.right_click(place);
    window.wait_for("menu mark A");
    EXPECT_EQ(window.misplaced(), "") << place;
    window.key("Escape");
    window.wait_until_says("menu mark A", "");
  }
  for (const char* lane : {"lane alice", "lane n1", "lane stock", "lane bob"}) {
    window.point_at(lane, 400);
    window.act("click 3");
    window.wait_for("menu mark A");
    EXPECT_EQ(window.misplaced(), "") << lane;
    window.key("Escape");
    window.wait_until_says("menu mark A", "");
  }
}

// Regression: only a dot of six pixels moved a fault. A drag of its flag zoomed, and one of its
// label moved the timeline.
TEST(PlacingWindow, APlacedFaultIsDraggedByItsFlagAndByItsLabel) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("lane bob");
  window.click("size pause");
  window.fill("size pause field", "77");
  window.wait_until_says("size pause field", "");
  window.click_in("timeline", 0.35, 0.04);
  window.wait_until("@events", IsAbove(0));
  const std::string strike = window.says("@events");
  window.click("palette pause");
  wait_for_fault(window, "pause={client=\"bob\", ms=77}");
  const std::string placed = window.says("@run");
  const auto moved = AllOf(testing::Ne(placed), HasSubstr("pause={client=\"bob\", ms=77}"));
  for (const std::string& grip : {"flag " + strike, std::string("struck paused 77 ms")}) {
    const LabWindow::Rectangle mark = window.at_rest("mark " + strike);
    const LabWindow::Rectangle canvas = window.place("timeline");
    const double right = static_cast<double>(mark.middle_x() + 90 - canvas.x0) / canvas.width();
    window.drag(grip, 0.5, 0.5, "timeline", right, 0.5);
    window.wait_until("@run", moved);
    window.key("ctrl+z");
    window.wait_until_says("@run", placed);
  }
}

TEST(PlacingWindow, ASlotIsMovedInACluster) {
  LabWindow window({"--open", "F39_slot_moves"}, 1600, 900);
  window.click("lane n1");
  window.click_in_bar("palette migrate", "palette more");
  wait_for_fault(window, "migrate={node=\"n1\"}");
}

}  // namespace
}  // namespace locklab::test
