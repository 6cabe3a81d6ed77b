// Live runs in the real window: events appear as they happen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"
#include "tests/support/real_redis.h"

namespace locklab::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A run long enough to look at while it is live.
constexpr const char* long_run =
    "F06_pause_past_ttl set={client={alice={rounds=2000}, bob={rounds=2000}}}";

void start_live(LabWindow& window) {
  window.click("live");
  window.click("live run");
}

/// Starts the shown run live, and waits for its end.
void run_live(LabWindow& window) {
  start_live(window);
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
}

/// Starts the shown run live and in steps; it is held at its first events.
void start_by_steps(LabWindow& window, bool as_processes = false) {
  window.click("live");
  if (as_processes) window.click("live processes");
  window.click("live stepped");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("@live", "held");
}

/// Calls `act`, which advances a held run. Returns the number of events before.
int go_on(LabWindow& window, const std::function<void()>& act) {
  const int before = window.number("@events");
  act();
  window.wait_until("@events", IsAbove(before));
  return before;
}

int step(LabWindow& window) {
  return go_on(window, [&] { window.key("Right"); });
}

TEST(WindowLiveTest, ARunOnServersOfItsOwnIsSteppedAndItsTraceKeptWhenTheWindowIsLeft) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  run_live(window);
  EXPECT_TRUE(window.widget("live badge"));
  const int all = window.number("@events");
  EXPECT_GT(all, 20);
  window.key("Left");
  window.wait_until_says("@events", std::to_string(all - 1));
  window.key("ctrl+c");
  window.wait_until("@problem", Not(IsEmpty()));
  window.key("ctrl+q");
  window.wait_for("leave save");
  window.key("Return");
  const std::string kept = window.folder() / "kept.trace";
  window.fill("file name", kept);
  EXPECT_EQ(window.wait(), 0);
  EXPECT_TRUE(std::filesystem::exists(kept));
  LabWindow again({"--open", kept});
  again.key("End");
  again.wait_until_says("@events", std::to_string(all));
}

TEST(WindowLiveTest, ShowsWhatHappensFollowsAndStops) {
  LabWindow window({"--open", long_run});
  start_live(window);
  window.wait_until("@events", IsAbove(50));
  // The cursor stays where the user went back to.
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.click("follow");
  window.wait_until("@events", IsAbove(100));
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_TRUE(window.widget("branch 1"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, ClosingItEndsALiveRunAndItsServers) {
  LabWindow window({"--open", long_run});
  start_live(window);
  window.wait_until("@events", IsAbove(20));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, RunsOnNamedServersWithAPasswordThatIsWrittenNowhere) {
  RealRedis redis;
  RawClient client(redis.port());
  client.call(Command("CONFIG").add("SET").add("requirepass").add("squeamish-ossifrage").words());
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("live");
  window.click("live named");
  window.fill("live servers", "127.0.0.1:" + std::to_string(redis.port()));
  window.wait_for("live problem");  // Enter in the field starts the run
  EXPECT_TRUE(window.widget("live run")) << "the form stays where the user is looking";
  window.fill("live password", "squeamish-ossifrage");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  EXPECT_EQ(window.close_without_saving(), 0);
  EXPECT_EQ(client.call(Command("DBSIZE").words()), ":0\r\n");
  EXPECT_THAT(window.settings(), Not(HasSubstr("squeamish")));
}

// Regression: the keyboard was nowhere, no field was marked, the reason stood at the lower edge,
// and stood there still when the form was opened for another run.
TEST(WindowLiveTest, AnAddressThatCannotBeReadIsMarkedKeepsTheKeyboardAndIsForgottenWithTheForm) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("live");
  const LabWindow::Rectangle run = window.at_rest("live run");
  window.click("live named");
  EXPECT_EQ(window.at_rest("live run"), run);
  window.fill("live servers", "nowhere:99999");
  window.wait_for("live problem");
  EXPECT_THAT(window.says("@wrong"), HasSubstr("65535"));
  EXPECT_EQ(window.at_rest("live run"), run);
  EXPECT_LT(window.place("live problem").y0 - window.place("live servers").y1, 15);
  window.wait_until_says("@typing", "true");
  window.key("1");  // corrects the field
  window.wait_until_says("live problem", "");
  window.fill("live servers", "nowhere:0");
  window.wait_for("live problem");
  window.click("live close");
  window.wait_until_says("live run", "");
  window.click("live");
  window.wait_for("live run");
  EXPECT_FALSE(window.widget("live problem"));
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowLiveTest, F02RunsWithClientsThatAreProcesses) {
  LabWindow window({"--open", "F02"});
  window.click("live");
  window.click("live processes");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_THAT(window.says("@now"), HasSubstr("nobody"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, F02IsSteppedLiveThroughSetnxAndACrashToALockThatNobodyCanTake) {
  LabWindow window({"--open", "F02"});
  start_by_steps(window);
  std::string all;
  window.key("Home");
  while (window.widget("cancel")) {
    ASSERT_LT(step(window), 200);
    all += window.says("@now") + "\n";
  }
  EXPECT_THAT(all, AllOf(HasSubstr("alice asks n1 for the lock"), HasSubstr("alice crashes")));
  window.key("End");
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_THAT(window.says("@now"), HasSubstr("nobody"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, ARunWithClientsThatAreProcessesIsSteppedToItsEnd) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window, true);
  while (window.widget("cancel")) ASSERT_LT(step(window), 200);
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_EQ(window.close_without_saving(), 0);
}

// Regression: a held run had no palette, and B had no command, so no fault could be injected.
TEST(WindowLiveTest, AHeldRunGoesFreelyIsHeldAgainLooksBackAndIsStruckByPaletteListAndMenu) {
  LabWindow window({"--open", long_run});
  start_by_steps(window);
  for (int i = 0; i < 3; ++i) step(window);
  const int stepped = window.number("@events");
  window.key("Left");
  window.wait_until("@events", Not(IsAbove(stepped - 1)));
  window.key("Right");  // a step within the recording first
  window.wait_until_says("@events", std::to_string(stepped));
  window.key("End");
  window.click("lane alice");
  go_on(window, [&] { window.click("palette pause"); });
  EXPECT_THAT(window.says("@now"), HasSubstr("alice"));
  EXPECT_EQ(window.says("@live"), "held");
  go_on(window, [&] {
    window.key("b");
    window.wait_for("command typed");
    window.type("crash bob");
  });
  EXPECT_THAT(window.says("@now"), HasSubstr("bob crashes"));
  EXPECT_EQ(window.says("@live"), "held");
  window.click_in("speed", 0.98, 0.5);
  window.key("space");
  window.wait_until("@events", IsAbove(100));
  window.key("space");
  window.wait_until_says("@live", "held");
  step(window);
  window.key("Escape");  // Esc does not end a stepped run
  step(window);
  go_on(window, [&] {
    window.right_click("lane n1");
    window.click("menu kill");
  });
  EXPECT_EQ(window.says("@live"), "held");
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_TRUE(window.widget("branch 1"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

// Regression: Space ran the held run at full speed at any slider position, so it was over before it
// could be held again.
TEST(WindowLiveTest, AHeldRunPlaysInSlowMotionSpaceHoldsItAndClosingTheWindowEndsIt) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.click_in("speed", 0.02, 0.5);
  const int first = window.number("@events");
  window.key("space");
  window.wait_until_says("@live", "goes");
  window.wait_until("@events", IsAbove(first + 2));
  window.key("space");
  window.wait_until_says("@live", "held");
  EXPECT_LT(window.number("@events"), 40) << "it has hardly begun";
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, AHeldRunIsSeenFromOtherScreensAndLeavingItSaysWhatEnds) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.key("x");
  window.click("live elsewhere");
  window.wait_for("live badge");
  window.key("ctrl+q");
  window.wait_for("leave live words");
  window.key("Escape");
  window.key("x");
  window.click("live stop");
  window.wait_until_says("live elsewhere", "");
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, WhatCannotBeDoneLiveIsGreyedAndSaysWhy) {
  LabWindow window({"--open", "F06 set={latency_ms=1, semantics=\"asynchronous\"}"});
  window.click("live");
  window.wait_for("live refused");
  EXPECT_THAT(window.says("@wrong"), test::IsGolden());
  window.click("live run");
  window.key("Return");
  EXPECT_TRUE(window.widget("live refused")) << "the form stays";
  EXPECT_FALSE(window.widget("cancel"));
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowLiveTest, ASignalEndsARunThatIsHeldAndThenTheWindow) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.signal(SIGTERM);
  EXPECT_EQ(window.wait(), 128 + SIGTERM);
}

}  // namespace
}  // namespace locklab::test
