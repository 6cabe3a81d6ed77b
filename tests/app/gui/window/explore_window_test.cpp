// Searches in the real window: the Explore dialog and the matrix, with mouse and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/explore/matrix_cache.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::IsAbove;
using test::LabWindow;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Waits until the lab shows a violation, in a run of the search or in the story of a matrix cell.
void expect_a_violation(LabWindow& window) {
  window.wait_until("@run", AnyOf(StartsWith("bare#"), StartsWith("F06_pause_past_ttl#")));
  window.wait_for("timeline");
  window.wait_until("@events", IsAbove(0));
  window.wait_for("why");
}

TEST(ExploreWindow, FindsWhereALockBreaksAndOpensItThere) {
  LabWindow window;
  window.click("menu");
  window.click("menu explore");
  window.click("explore strategy");
  window.click("explore strategy setnx_del");
  window.click("explore property");
  window.click("explore property no_deadlock");
  window.click("explore start");
  window.wait_long_for("found no_deadlock");
  window.click("found no_deadlock");
  window.wait_until_says("explore start", "");
  expect_a_violation(window);
  EXPECT_THAT(window.says("@run"), HasSubstr("strategy=setnx_del"));
  EXPECT_EQ(window.close(), 0);
}

TEST(ExploreWindow, WhatCannotBeReadIsSaidPlainlyEnterSearchesAndTheBudgetIsMadeByMouse) {
  LabWindow window({}, 1280, 720);
  window.key("e");  // for the shown lock: SET NX PX with a Lua release
  for (const char* wrong : {"work_ms=", "wrok_ms=20", "work_ms=abc"}) {
    const std::string before = window.says("@wrong");
    window.fill("explore set", wrong);
    window.wait_until("@wrong", AllOf(testing::Ne(before), testing::Ne("")));
    EXPECT_THAT(window.says("@wrong"), test::IsGolden(wrong));
  }
  window.click("explore start");
  window.wait_for("explore problem");
  window.fill("explore set", "work_ms=20");
  window.wait_long_for("explore verdict breaks");
  EXPECT_FALSE(window.widget("explore problem"));
  window.click("explore add");
  window.click("strike 1 remove");
  window.wait_until_says("strike 1", "");
  window.click("strike 0");
  window.click("strike 0 lose");
  window.click("strike 0 place");
  window.click("strike 0 place alice");
  window.key("Return");
  window.wait_long_for("explore holds");
  EXPECT_FALSE(window.widget("explore unfinished"));
}

TEST(ExploreWindow, WhetherADeadNodeMayBeBackAtOnceIsAsked) {
  LabWindow window({"--open", "bare strategy=set_px_get_del set={wait_ms=90}"}, 1280, 720);
  window.key("e");
  window.click("strike 0");
  window.click("strike 0 kill");
  window.click("explore outage");
  window.click("explore outage 1");
  window.key("Return");
  window.wait_long_for("found owner_only_release");
}

TEST(ExploreWindow, ALongSearchIsFollowedAndCancelledAndTheWindowGoesOn) {
  LabWindow window;
  window.key("e");
  window.click("explore search");
  window.click("explore search random");
  window.click("explore seconds");
  window.click("explore seconds 0");
  window.click("explore start");
  window.wait_for("explore progress");
  window.click("explore stop");
  window.wait_for("explore unfinished");
  window.click("explore start");
  window.wait_for("explore stop");
  window.key("Escape");  // ends the search and keeps its findings
  window.wait_for("explore unfinished");
  window.key("Escape");
  window.wait_until_says("explore close", "");
  window.key("Right");
  window.wait_until_says("@events", "1");
  window.key("e");
  window.wait_for("explore start");  // no search is running
  EXPECT_EQ(window.close(), 0);
}

TEST(MatrixWindow, ACellOpensItsRunAtTheViolationAndPropertyTableAndLanguageAreChosen) {
  const test::ScratchFolder cache;
  keep_matrix(
      cache / "locklab/matrix.json",
      matrix_cache_key(sim::Library(LOCKLAB_SOURCE_DIR "/assets"), LOCKLAB_BINARY_DIR "/locklab"),
      test::forged_matrix("set_px_lua", "pause"));
  LabWindow window({}, 1280, 720, {"XDG_CACHE_HOME=" + (cache / "")});
  window.click("screen matrix");
  window.wait_for("cell set_px_lua pause");
  EXPECT_FALSE(window.widget("matrix progress"));  // taken from the cache
  window.click("cell set_px_lua pause");
  expect_a_violation(window);
  // The cell is still selected: Enter opens it again.
  window.key("x");
  window.wait_for("open mutual_exclusion");
  window.key("Left");
  window.wait_until_says("open mutual_exclusion", "");
  window.key("Right");
  window.wait_for("open mutual_exclusion");
  window.key("Return");
  expect_a_violation(window);
  window.key("x");
  window.click("matrix property");
  window.click("matrix property mutual_exclusion");
  window.wait_for("cell set_px_lua pause");
  const LabWindow::Rectangle english = window.at_rest("column pause");
  window.click("language");
  window.wait_until("column pause", [&](const std::string&) {
    const auto chinese = window.widget("column pause");
    return chinese && *chinese != english;
  });
  window.click("matrix traits");
  window.click("cell set_px_lua timeout");
  window.wait_until("@run", AllOf(StartsWith("F01_crash_no_expiry"), HasSubstr("set_px_lua")));
}

TEST(MatrixThatTheProgramBrings, IsInViewFromFirstLockToLastAndMadeAnewWhileTheLabIsUsed) {
  LabWindow window({}, 1280, 720);
  window.click("screen matrix");
  const auto expect_all_rows = [&] {
    window.wait_for("cell redlock foreign_release");
    window.wait_until_says("@settled", "true");
    const auto first = window.widget("cell none none"), last = window.widget("cell redlock none");
    const auto below = window.widget("matrix selected");
    ASSERT_TRUE(first && last && below);
    EXPECT_EQ(last->height(), first->height());
    EXPECT_LT(last->y1, below->y0 - 8);
  };
  expect_all_rows();
  window.click("language");
  expect_all_rows();
  EXPECT_FALSE(window.widget("matrix progress"));  // the shipped matrix is loaded
  window.click("matrix make");
  window.wait_for("matrix progress");
  window.click("screen lab");
  window.key("Right");
  window.wait_until_says("@events", "1");
  window.key("x");
  window.wait_for("matrix progress");
  window.click("matrix stop");
  window.wait_for("matrix make");
  window.wait_for("cell redlock foreign_release");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::app
