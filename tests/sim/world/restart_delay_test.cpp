// A node that restarts only after a delay by its own clock, longer than any lease, so that a lock
// that it forgot has expired.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/faults.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

/// A scenario in which n1 restarts 100 ms after its death, unless `of_n1` says otherwise. alice
/// works on, so that the run continues.
Scenario delayed(const std::vector<std::string>& faults,
                 const std::string& of_n1 = "restart_delay_ms=100") {
  return calm_world(
      "set_px_lua",
      "clients=1, run_ms=400, work_ms=1000, client={alice={touch=false}}, node=[{" + of_n1 + "}]",
      faults);
}

/// "back at 110000", or "fault 2 over at ..." if one of several kills has ended.
std::vector<std::string> restarts(const Scenario& scenario) {
  const Trace trace = simulate(scenario);
  EXPECT_EQ(broken_rule(scenario, trace), std::nullopt);
  std::vector<std::string> all;
  for (const Event& event : events(trace, EventKind::node_restarted))
    all.push_back(
        (event.standing ? "fault " + std::to_string(event.fault) + " over at " : "back at ") +
        std::to_string(event.at));
  return all;
}

TEST(RestartDelay, CountsFromTheDeathByTheNodesOwnClock) {
  const std::string dies = "at 10ms kill n1 restart_after 20ms";
  const std::string jumps = "at 50ms jump n1 40ms";
  EXPECT_THAT(restarts(delayed({dies})), ElementsAre("back at 110000"));
  EXPECT_THAT(restarts(delayed({"at 10ms kill n1 restart_after 150ms"})),
              ElementsAre("back at 160000"));
  // A fast clock, a clock that jumps, and an expiry clock that cannot jump.
  EXPECT_THAT(restarts(delayed({dies}, "restart_delay_ms=100, drift_ppm=250000")),
              ElementsAre("back at 90000"));
  EXPECT_THAT(restarts(delayed({dies, jumps})), ElementsAre("back at 70000"));
  EXPECT_THAT(restarts(delayed({dies, jumps}, "restart_delay_ms=100, expiry_clock='monotonic'")),
              ElementsAre("back at 110000"));
  // Without a restart delay the jump does not matter.
  EXPECT_THAT(restarts(delayed({dies, "at 20ms jump n1 -100ms"}, "")),
              ElementsAre("back at 30000"));
}

TEST(RestartDelay, BeginsAnewWithTheNextDeathButNotWithAKillOfTheDead) {
  const std::string dies = "at 10ms kill n1 restart_after 20ms";
  EXPECT_THAT(restarts(delayed({dies, "at 60ms kill n1 restart_after 10ms"})),
              testing::Contains("back at 110000"));
  EXPECT_THAT(restarts(delayed({dies, "at 120ms kill n1 restart_after 10ms"})),
              ElementsAre("back at 110000", "back at 220000"));
}

TEST(RestartDelay, TellsOfAKillThatIsOver_WhenTheNextKeepsTheNodeDead) {
  EXPECT_THAT(restarts(delayed(
                  {"at 10ms kill n1 restart_after 20ms", "at 60ms kill n1 restart_after 100ms"})),
              ElementsAre("fault 1 over at 60000", "back at 160000"));
}

}  // namespace
}  // namespace locklab::sim
