// The real window on real servers: what happens appears as it happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"
#include "tests/support/real_redis.h"

namespace locklab::test {
namespace {

int events(const std::string& said) { return std::atoi(said.c_str()); }

/// Long enough to look at while it goes on.
constexpr const char* long_run =
    "F06_pause_past_ttl set={client={alice={rounds=2000}, bob={rounds=2000}}}";

TEST(WindowLiveTest, RunsOnServersOfItsOwnAndTheRecordCanBeStepped) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("live");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  EXPECT_TRUE(window.widget("live badge"));
  const int all = events(window.says("@events"));
  EXPECT_GT(all, 20);
  window.key("Left");
  window.wait_until_says("@events", std::to_string(all - 1));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, ShowsWhatHappensFollowsAndStops) {
  LabWindow window({"--open", long_run});
  window.wait_for("timeline");
  window.click("live");
  window.click("live run");
  window.wait_until("@events", [](const std::string& said) { return events(said) > 50; });
  // Whoever looks back stays there.
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.click("follow");
  window.wait_until("@events", [](const std::string& said) { return events(said) > 100; });
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_TRUE(window.widget("branch 1"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, RunsOnNamedServersWithAPasswordThatIsWrittenNowhere) {
  RealRedis redis;
  RawClient client(redis.port());
  client.call(Command("CONFIG").add("SET").add("requirepass").add("squeamish-ossifrage").words());
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("live");
  window.click("live named");
  window.fill("live servers", "127.0.0.1:" + std::to_string(redis.port()));
  window.wait_for("live problem");  // Enter in a field runs it
  EXPECT_TRUE(window.widget("live run")) << "the form stays where the user is looking";
  window.fill("live password", "squeamish-ossifrage");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  EXPECT_EQ(window.close_without_saving(), 0);
  EXPECT_EQ(client.call(Command("DBSIZE").words()), ":0\r\n");
  std::ostringstream kept;
  kept << std::ifstream(window.folder() / "config/locklab/settings.json").rdbuf();
  EXPECT_EQ(kept.str().find("squeamish"), std::string::npos);
}

TEST(WindowLiveTest, AnotherRunOrTheEndAsksWhetherTheTraceIsKeptAndItIs) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("live");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  const std::string all = window.says("@events");
  window.key("ctrl+c");
  window.wait_until("@problem", [](const std::string& said) { return !said.empty(); });
  window.key("ctrl+q");
  window.wait_for("leave save");
  window.key("Return");
  const std::filesystem::path kept = window.folder() / "kept.trace";
  window.fill("file name", kept);
  EXPECT_EQ(window.wait(), 0);
  EXPECT_TRUE(std::filesystem::exists(kept));
  LabWindow again({"--open", kept});
  again.wait_for("timeline");
  again.key("End");
  again.wait_until_says("@events", all);
}

TEST(WindowLiveTest, F02RunsWithClientsThatAreProcesses) {
  LabWindow window({"--open", "F02"});
  window.wait_for("timeline");
  window.click("live");
  window.click("live processes");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("running", "");
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_THAT(window.says("@now"), testing::HasSubstr("nobody"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

/// Starts the run that is shown, held at its first events.
void start_by_steps(LabWindow& window, bool as_processes = false) {
  window.wait_for("timeline");
  window.click("live");
  if (as_processes) window.click("live processes");
  window.click("live stepped");
  window.click("live run");
  window.wait_for("branch 1");
  window.wait_until_says("@live", "held");
}

TEST(WindowLiveTest, F02IsSteppedLiveThroughSetnxAndACrashToALockThatNobodyCanTake) {
  LabWindow window({"--open", "F02"});
  start_by_steps(window);
  std::string all;
  window.key("Home");
  while (window.widget("cancel")) {
    const int before = events(window.says("@events"));
    window.key("Right");
    window.wait_until("@events", [&](const std::string& said) { return events(said) > before; });
    all += window.says("@now") + "\n";
    ASSERT_LT(before, 200);
  }
  for (const char* said : {"alice asks n1 for the lock", "alice crashes"})
    EXPECT_THAT(all, testing::HasSubstr(said));
  window.key("End");
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_THAT(window.says("@now"), testing::HasSubstr("nobody"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, ARunWithClientsThatAreProcessesIsSteppedToItsEnd) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window, true);
  while (window.widget("cancel")) {
    const int before = events(window.says("@events"));
    window.key("Right");
    window.wait_until("@events", [&](const std::string& said) { return events(said) > before; });
    ASSERT_LT(before, 200);
  }
  window.key("v");
  window.wait_for("broken promise");
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, AHeldRunGoesFreelyWithSpaceIsHeldAgainAndLooksBack) {
  LabWindow window({"--open", long_run});
  start_by_steps(window);
  const int first = events(window.says("@events"));
  for (int i = first + 1; i <= first + 3; ++i) {
    window.key("Right");
    window.wait_until("@events", [&](const std::string& said) { return events(said) >= i; });
  }
  const int stepped = events(window.says("@events"));
  window.key("Left");
  window.wait_until("@events", [&](const std::string& said) { return events(said) < stepped; });
  window.key("Right");  // what is recorded comes first
  window.wait_until_says("@events", std::to_string(stepped));
  window.key("End");
  window.click_in("speed", 0.98, 0.5);
  window.key("space");
  window.wait_until("@events", [](const std::string& said) { return events(said) > 100; });
  window.key("space");
  window.wait_until_says("@live", "held");
  const int held = events(window.says("@events"));
  window.key("Right");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > held; });
  window.key("Escape");  // does not end what a class has stepped through
  window.key("Right");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > held + 1; });
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_TRUE(window.widget("branch 1"));
  EXPECT_EQ(window.close_without_saving(), 0);
}

// Nothing could be broken in a held run: its palette was gone, and B had no command.
TEST(WindowLiveTest, AHeldRunIsStruckByThePaletteTheListAndTheMenu) {
  LabWindow window({"--open", long_run});
  start_by_steps(window);
  window.click("lane alice");
  window.wait_for("palette pause");
  int before = events(window.says("@events"));
  window.click("palette pause");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > before; });
  EXPECT_THAT(window.says("@now"), testing::HasSubstr("alice"));
  EXPECT_EQ(window.says("@live"), "held");
  before = events(window.says("@events"));
  window.key("b");
  window.wait_for("command typed");
  window.type("crash bob");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > before; });
  EXPECT_THAT(window.says("@now"), testing::HasSubstr("bob crashes"));
  EXPECT_EQ(window.says("@live"), "held");
  before = events(window.says("@events"));
  window.right_click("lane n1");
  window.click("menu kill");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > before; });
  EXPECT_EQ(window.says("@live"), "held");
  window.click("cancel");
  window.wait_until_says("running", "");
  EXPECT_EQ(window.close_without_saving(), 0);
}

// Space let it run at full speed whatever the slider said: it was over before it could be held.
TEST(WindowLiveTest, AHeldRunPlaysInSlowMotionAndSpaceHoldsIt) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.click_in("speed", 0.02, 0.5);
  const int first = events(window.says("@events"));
  window.key("space");
  window.wait_until_says("@live", "goes");
  window.wait_until("@events", [&](const std::string& said) { return events(said) > first + 2; });
  window.key("space");
  window.wait_until_says("@live", "held");
  EXPECT_LT(events(window.says("@events")), 40) << "it has hardly begun";
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, AHeldRunIsSeenFromOtherScreensAndLeavingItSaysWhatEnds) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.key("x");
  window.wait_for("live elsewhere");
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
  window.wait_for("timeline");
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

TEST(WindowLiveTest, ClosingItEndsARunThatIsHeld) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  EXPECT_EQ(window.close_without_saving(), 0);
}

TEST(WindowLiveTest, ASignalEndsARunThatIsHeldAndThenTheWindow) {
  LabWindow window({"--open", "F06"});
  start_by_steps(window);
  window.signal(SIGTERM);
  EXPECT_EQ(window.wait(), 128 + SIGTERM);
}

TEST(WindowLiveTest, ClosingItEndsALiveRunAndItsServers) {
  LabWindow window({"--open", long_run});
  window.wait_for("timeline");
  window.click("live");
  window.click("live run");
  window.wait_until("@events", [](const std::string& said) { return events(said) > 20; });
  EXPECT_EQ(window.close_without_saving(), 0);
}

}  // namespace
}  // namespace locklab::test
