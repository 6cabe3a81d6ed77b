// The cluster in the real window.
#include <gtest/gtest.h>

#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

TEST(ClusterWindowTest, ShowsMessagesAtTheCursorAndAClickSelectsALane) {
  LabWindow window;
  window.wait_for("cluster alice");
  EXPECT_FALSE(window.widget("flight 0"));
  window.key("Right");
  window.key("Right");
  window.key("Right");  // started, attempt, sent
  window.wait_for("flight 0");
  window.click("cluster bob");
  window.wait_until_says("@lane", "bob");
  window.click("cluster n1");
  window.wait_until_says("@lane", "n1");
  EXPECT_EQ(window.close(), 0);
}

TEST(ClusterWindowTest, TimelineAndClusterAreSwitchedByKeyAndByMouse) {
  LabWindow window;
  window.wait_for("cluster");
  window.wait_for("timeline");
  window.key("c");
  window.wait_until("@settled", [&](const std::string&) { return !window.widget("timeline"); });
  EXPECT_TRUE(window.widget("cluster"));
  window.click("panes.timeline");
  window.wait_for("timeline");
  window.wait_until("@settled", [&](const std::string&) { return !window.widget("cluster"); });
  window.click("panes.both");
  window.wait_for("cluster");
  window.wait_for("timeline");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::app
