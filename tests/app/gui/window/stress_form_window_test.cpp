// The form of a load and its Stop button, with real mouse and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    window.click("screen stress");
    window.wait_for("load start");
  }

  void choose_instead(const std::string& strategy, const std::string& of = "set_px_lua") {
    window.click("load strategies");
    window.click("load strategy " + of);
    window.click("load strategy " + strategy);
    window.key("Escape");
  }

  json exported() {
    window.click("load export json");
    window.wait_for("dialog accept");
    window.fill("file name", window.folder() / "load.json");
    window.wait_until_says("dialog accept", "");
    return json::parse(window.text_of("load.json"));
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

TEST_F(StressFormWindow, TabLeadsToTheNextFieldAMistakeStandsAtItsOwnAndNothingStarts) {
  window.fill("load clients", "8");
  window.click("load clients");
  window.key("Tab");
  window.wait_until_says("@focus", "load keys");
  window.fill("load clients", "many");
  window.wait_for("load wrong --clients");
  window.key("Return");
  window.fill("load clients", "8");
  window.wait_until_says("load wrong --clients", "");

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

  // Only the lab's own servers can have replicas.
  window.wheel_in("load set watchdog period_ms", 0.3, 0.5, 60);
  choose_instead("set_wait", "watchdog");
  window.fill("load replicas", "0");
  window.wait_for("load wrong --replicas");
  window.click("load servers");
  window.click("load servers named");
  window.wait_until_says("load replicas", "");
  EXPECT_FALSE(window.widget("load fsync"));
  EXPECT_FALSE(window.widget("load progress"));
  EXPECT_EQ(window.close(), 0);
}

TEST_F(StressFormWindow, StopEndsALoadWhileItsLimitIsMeasured) {
  window.fill("load duration", "600");
  window.click("load start");
  window.wait_until_says("@load phase", "limit_before");
  window.key("Escape");  // the key of the Stop button
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
  // Two loads are requested; the second one must not start.
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
  window.wait_until("@load seconds", IsAbove(0));
  ASSERT_EQ(client.call(Command("CLIENT").add("PAUSE").add("3600000").add("WRITE").words()),
            "+OK\r\n");
  window.wait_until_says("@load phase", "limit_after");
  window.click("load stop");
  window.wait_until_says("@load phase", "cleaning");
  ASSERT_EQ(client.call(Command("CLIENT").add("UNPAUSE").words()), "+OK\r\n");
  window.wait_for("load start");
  window.wait_for("load outcome 1");
  EXPECT_FALSE(window.widget("load outcome 2"));
  EXPECT_TRUE(exported()["limit"]["after"].is_null());
  EXPECT_EQ(client.call(Command("DBSIZE").words()), ":0\r\n");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::test
