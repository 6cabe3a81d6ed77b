// The cluster in the real window.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

TEST(ClusterWindowTest, ShowsMessagesSelectsLanesAndIsSwitchedByKeyAndByMouse) {
  LabWindow window;
  window.wait_for("cluster alice");
  EXPECT_FALSE(window.widget("flight 0"));
  for (int i = 0; i < 3; ++i) window.key("Right");  // started, attempt, sent
  window.wait_for("flight 0");
  for (const char* lane : {"bob", "n1"}) {
    window.click(std::string("cluster ") + lane);
    window.wait_until_says("@lane", lane);
  }
  window.key("c");
  window.wait_until_says("timeline", "");
  EXPECT_TRUE(window.widget("cluster"));
  window.click("panes.timeline");
  window.wait_for("timeline");
  window.wait_until_says("cluster", "");
  window.click("panes.both");
  window.wait_for("cluster");
  window.wait_for("timeline");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::app
