// The form of a load and its Stop, by real mouse and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/lab_window.h"
#include "tests/support/real_redis.h"

namespace locklab::test {
namespace {

using nlohmann::json;

class StressFormWindow : public testing::Test {
 protected:
  StressFormWindow() : window({}, 1280, 720) {
    window.wait_for("timeline");
    window.click("screen stress");
    window.wait_for("load start");
  }

  void choose_instead(const std::string& strategy) {
    window.click("load strategies");
    window.click("load strategy set_px_lua");
    window.click("load strategy " + strategy);
    window.key("Escape");
  }

  json exported() {
    window.click("load export json");
    window.wait_for("dialog accept");
    const std::filesystem::path file = window.folder() / "load.json";
    window.fill("file name", file);
    window.wait_until_says("dialog accept", "");
    return json::parse(std::ifstream(file));
  }

  void wait_for_phase(const char* phase) {
    window.wait_until("@load phase", [&](const std::string& said) { return said == phase; });
  }

  LabWindow window;
};

TEST_F(StressFormWindow, TheSeldomFieldsAndTheSwitchesOfTheLockReachTheLoad) {
  choose_instead("redlock");
  EXPECT_FALSE(window.widget("load threads")) << "seldom fields are folded";
  window.fill("load duration", "1");
  window.click("load more");
  window.fill("load threads", "2");
  window.fill("load seed", "7");
  window.fill("load warm_up", "0.1");
  window.click("load fsync");
  window.click("load fsync everysec");
  window.click("load fsync off");
  window.key("Escape");
  window.wheel_in("load clients", 0.3, 0.5, -30);
  window.click("load set redlock order");
  window.click("load set redlock order parallel");
  window.fill("load set redlock drift_ms", "12.5");
  window.click_in("load set redlock release_all", 0.5, 0.5);
  EXPECT_EQ(window.misplaced(), "");
  window.click("load start");
  window.wait_for("load outcome 1");
  window.wait_for("load start");
  const json work = exported()["work"];
  EXPECT_EQ(work["threads"], 2);
  EXPECT_EQ(work["seed"], 7);
  EXPECT_EQ(work["appendfsync"], "everysec");
  EXPECT_EQ(work["settings"]["order"], "parallel");
  EXPECT_EQ(work["settings"]["drift_ms"], 12.5);
  EXPECT_EQ(work["settings"]["release_all"], false);
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, AMistakeInASwitchStandsAtItsFieldAndNothingStarts) {
  choose_instead("watchdog");
  window.click("load more");
  window.wheel_in("load clients", 0.3, 0.5, -30);
  window.fill("load set watchdog period_ms", "0");
  window.wait_for("load wrong --set watchdog period_ms");
  window.key("Return");
  EXPECT_EQ(window.misplaced(), "");
  EXPECT_FALSE(window.widget("load progress"));
  window.fill("load set watchdog period_ms", "20");
  window.wait_until_says("load wrong --set watchdog period_ms", "");
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, ReplicasAreOfItsOwnServersAlone) {
  choose_instead("set_wait");
  window.click("load more");
  window.wait_for("load replicas");
  window.fill("load replicas", "0");
  window.wait_for("load wrong --replicas");
  window.click("load servers");
  window.click("load servers named");
  window.wait_until_says("load replicas", "");
  EXPECT_FALSE(window.widget("load fsync"));
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, StopEndsALoadWhileItsLimitIsMeasured) {
  window.fill("load duration", "600");
  window.click("load start");
  wait_for_phase("limit_before");
  window.key("Escape");  // the key of Stop
  window.wait_for("load start");
  window.wait_for("load outcome 1");
  EXPECT_EQ(window.misplaced(), "");
  const json load = exported();
  EXPECT_EQ(load["interrupted"], true);
  EXPECT_TRUE(load["limit"]["before"].is_null()) << "it was not waited for";
  EXPECT_EQ(load["counts"]["attempts"], 0);
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, StopEndsTheLimitAfterALoadThoughItsServerAnswersNothing) {
  // Two locks are asked for; the second load must not begin.
  const RealRedis redis;
  RawClient client(redis.port());
  window.click("load strategies");
  window.click("load strategy fenced");
  window.key("Escape");
  window.click("load servers");
  window.click("load servers named");
  window.fill("load named", "127.0.0.1:" + std::to_string(redis.port()));
  window.click("load disturb");
  window.fill("load duration", "2");
  window.click("load more");
  window.wheel_in("load clients", 0.3, 0.5, -30);
  window.fill("load set set_px_lua node_timeout_ms", "3600000");
  window.click("load start");
  window.wait_until("@load seconds",
                    [](const std::string& said) { return std::atoi(said.c_str()) > 0; });
  ASSERT_EQ(client.call(Command("CLIENT").add("PAUSE").add("3600000").add("WRITE").words()),
            "+OK\r\n");
  wait_for_phase("limit_after");
  window.click("load stop");
  wait_for_phase("cleaning");
  ASSERT_EQ(client.call(Command("CLIENT").add("UNPAUSE").words()), "+OK\r\n");
  window.wait_for("load start");
  window.wait_for("load outcome 1");
  EXPECT_FALSE(window.widget("load outcome 2"));
  EXPECT_TRUE(exported()["limit"]["after"].is_null());
  EXPECT_EQ(client.call(Command("DBSIZE").words()), ":0\r\n");
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, TabGoesFromTheFieldThatIsTypedInToTheNext) {
  window.fill("load clients", "8");
  window.click("load clients");
  window.key("Tab");
  window.wait_until("@focus", [](const std::string& now) { return !now.empty(); });
  EXPECT_EQ(window.says("@focus"), "load keys");
}

TEST_F(StressFormWindow, ASavedLoadIsLaidOverANewOneAndChartsStayInTheirPlace) {
  window.fill("load duration", "1");
  window.fill("load clients", "8");
  const auto before = window.widget("chart rate");
  ASSERT_TRUE(before);
  window.click("load start");
  window.wait_for("load stop");
  const auto running = window.widget("chart rate");
  ASSERT_TRUE(running);
  EXPECT_EQ(running->y0, before->y0);
  window.wait_long_for("load start");
  window.wait_for("load outcome 1");
  const json first = exported();
  window.click("load import");
  window.wait_for("dialog accept");
  window.fill("file name", window.folder() / "load.json");
  window.wait_for("load outcome 2");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
