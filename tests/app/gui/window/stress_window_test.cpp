// Loads in the real window, with mouse and keys, on the lab's own servers and on named ones. No key
// and no process is left.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>

#include "tests/support/lab_window.h"
#include "tests/support/real_redis.h"
#include "tests/support/wait_for.h"

namespace locklab::test {
namespace {

using testing::HasSubstr;

/// The processes whose working directory is below this folder, such as the load's redis-servers.
std::string processes_in(const std::string& folder) {
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code gone;
    const auto works_in = std::filesystem::read_symlink(entry.path() / "cwd", gone);
    if (!gone && works_in.string().starts_with(folder))
      found += entry.path().string() + " in " + works_in.string() + "\n";
  }
  return found;
}

class StressWindow : public testing::Test {
 protected:
  StressWindow() : window({}, 1280, 720, {"TMPDIR=" + (servers / "")}) {
    window.click("screen stress");
    window.wait_for("load start");
  }

  void start_a_long_load() {
    window.fill("load duration", "600");
    window.click("load start");
    window.wait_until("@load seconds", IsAbove(0));
  }

  void let_links_be_cut() {
    window.click("load more");
    window.click("load links");
    window.click("load more");
  }

  /// Closes the window, and checks that no server and no folder of one is left.
  void expect_nothing_left() {
    EXPECT_EQ(window.close(), 0);
    EXPECT_EQ(processes_in(servers / ""), "");
    EXPECT_TRUE(std::filesystem::is_empty(servers / ""));
  }

  ScratchFolder servers;
  LabWindow window;
};

TEST_F(StressWindow, OneClickMakesALoadWhoseChartGrowsAndWhichIsExportedAndLaidOverANewOne) {
  window.fill("load duration", "1");
  window.fill("load clients", "8");
  const int top = window.at_rest("chart rate").y0;
  window.click("load start");
  window.wait_for("load progress");
  window.wait_for("load stop");
  EXPECT_EQ(window.place("chart rate").y0, top);
  window.wait_long_for("load start");
  window.wait_for("load outcome 1");
  EXPECT_TRUE(window.widget("chart rate"));
  EXPECT_TRUE(window.widget("violations none"));
  EXPECT_EQ(window.misplaced(), "");
  for (const std::string ending : {"json", "csv", "html"}) {
    window.click("load export " + ending);
    window.wait_for("dialog accept");
    window.fill("file name", window.folder() / ("load." + ending));
    window.wait_until_says("dialog accept", "");
  }
  const auto load = nlohmann::json::parse(window.text_of("load.json"));
  EXPECT_GT(load["counts"]["acquired"], 0);
  EXPECT_EQ(load["work"]["strategy"], "set_px_lua");
  EXPECT_THAT(window.text_of("load.html"), HasSubstr("<svg"));
  EXPECT_THAT(window.text_of("load.csv"), HasSubstr("set_px_lua,1,total,"));
  window.click("load import");
  window.wait_for("dialog accept");
  window.fill("file name", window.folder() / "load.json");
  window.wait_for("load outcome 2");
  expect_nothing_left();
}

TEST_F(StressWindow, ANamedServerIsLoadedStoppedInTheMiddleAndLeftWithoutAKey) {
  const RealRedis redis;
  RawClient client(redis.port());
  window.click("load servers");
  window.click("load servers named");
  window.wait_for("load wrong --redis");
  window.fill("load named", "127.0.0.1:" + std::to_string(redis.port()));
  window.wait_until_says("load wrong --redis", "");
  window.click("load more");
  window.fill("load warm_up", "0.1");
  window.click("load more");
  window.fill("load duration", "600");
  window.click("load start");
  // Asks first, because this test is connected too.
  window.wait_for("load problem");
  window.click("load disturb");
  window.click("load start");
  window.wait_until("@load seconds", IsAbove(1));
  EXPECT_NE(client.call(Command("DBSIZE").words()), ":0\r\n");
  window.click("load stop");
  window.wait_for("load start");
  window.wait_for("load outcome 1");
  EXPECT_EQ(client.call(Command("DBSIZE").words()), ":0\r\n");
  expect_nothing_left();
}

TEST_F(StressWindow, TheLinksOfAClusterAreCutByButton) {
  let_links_be_cut();
  window.click("load servers");
  window.click("load servers cluster");
  start_a_long_load();
  EXPECT_FALSE(window.widget("load fault kill")) << "no master of it is struck";
  window.click("load fault cut");
  window.wait_until_says("@load marks", "1");
  EXPECT_EQ(window.misplaced(), "");
  window.key("Escape");
  window.wait_for("load outcome 1");
  expect_nothing_left();
}

TEST_F(StressWindow, EveryButtonOfTheFaultsStrikesAndAPausePastTheLeaseIsAViolation) {
  let_links_be_cut();
  window.click("load keys");
  window.click("load keys one");
  window.fill("load ttl", "200");  // a longer jump has an effect
  start_a_long_load();
  int strikes = 0;
  for (const char* fault : {"pause_holder", "crash_holder", "slow", "reset", "cut", "heal", "jump",
                            "refuse_full", "refuse_read_only", "refuse_unsaved", "stop"}) {
    if (std::string_view(fault).starts_with("refuse_")) window.click("load fault refuse");
    window.click(fmt::format("load fault {}", fault));
    window.wait_until_says("@load marks", std::to_string(++strikes));
    // Two clients hold the lock at once.
    if (strikes == 1) window.wait_until("@load violations", IsAbove(0));
  }
  // Restart acts only on a stopped server; on a slow machine the stop may end before the click.
  const auto restarted = [&] {
    window.click("load fault restart");
    return test::wait_for([&] { return window.says("@load marks") == std::to_string(strikes + 1); },
                          std::chrono::seconds(2), std::chrono::milliseconds(20));
  };
  while (!restarted() && strikes < 30) {
    window.click("load fault stop");
    window.wait_until_says("@load marks", std::to_string(++strikes));
  }
  window.click("load fault kill");
  strikes += 2;
  window.wait_until_says("@load marks", std::to_string(strikes));
  EXPECT_EQ(window.misplaced(), "");
  window.key("Escape");
  window.wait_for("load outcome 1");
  window.wait_for("violation 0");
  window.click("violation 0");
  window.key("Down");
  window.key("Up");
  EXPECT_EQ(window.misplaced(), "");
  const std::string before = window.says("@run");
  window.click("violation open");  // what both clients did then, on the timeline
  window.wait_until("@run", [&](const std::string& run) { return run != before; });
  window.wait_for("verdict mutual_exclusion");
  EXPECT_EQ(window.misplaced(), "");
  expect_nothing_left();
}

TEST_F(StressWindow, ClosingItEndsALoadAndItsServers) {
  window.click("load strategies");
  window.click("load strategy redlock");
  window.key("Escape");
  start_a_long_load();
  expect_nothing_left();
}

}  // namespace
}  // namespace locklab::test
