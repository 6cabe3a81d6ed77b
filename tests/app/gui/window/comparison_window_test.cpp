// Two branches side by side in the real window.
#include <gtest/gtest.h>

#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

TEST(ComparingWindowTest, ABranchIsComparedWithItsStoryByMouseByRightClickAndByKeyAndLeft) {
  LabWindow window({"--open", "F21_watchdog_saves"}, 1280, 720);
  window.click("lane alice");
  window.click_in("timeline", 0.15, 0.02);
  window.click("palette pause");
  window.wait_for("branch 1");
  window.click("compare");
  window.wait_for("other timeline");
  EXPECT_TRUE(window.widget("difference"));
  EXPECT_TRUE(window.widget("differing verdicts"));
  // Goes to the first difference, the pause of alice.
  window.click("compare go");
  window.wait_until_says("@lane", "alice");
  EXPECT_FALSE(window.picture().empty());
  // A click in the lower timeline moves both cursors.
  const std::string before = window.says("@events");
  window.click_in("other timeline", 0.8, 0.05);
  window.wait_until("@events", testing::Ne(before));
  window.click("compare leave");
  window.wait_until_says("other timeline", "");
  window.right_click("branch 0");
  window.click("compare with");
  window.wait_for("other timeline");
  window.key("Escape");
  window.wait_until_says("other timeline", "");
  window.key("d");
  window.wait_for("other timeline");
  window.click("compare below");
  window.wait_for("compare below 1");
}

}  // namespace
}  // namespace locklab::app
