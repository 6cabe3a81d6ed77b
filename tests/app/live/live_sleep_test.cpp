// A real server that sleeps by DEBUG SLEEP, and a real link whose messages take more or less long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;

const std::string patient = R"(
strategy = "set_px_lua"
ttl_ms = 5000
bound_ms = 10000
node_timeout_ms = 2000
[[client]]
name = "alice"
start_ms = 50
)";

/// What happens to the node, and when its clients are answered meanwhile.
std::vector<std::string> course(const sim::Trace& trace) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& e = trace[i];
    if (e.kind == EventKind::node_stopped) lines.emplace_back(e.detail == 1 ? "sleeps" : "freezes");
    if (e.kind == EventKind::node_continued)
      lines.emplace_back(e.standing == 1 ? "one of two ends" : "goes on");
    if (e.kind == EventKind::node_killed) lines.emplace_back("dies");
    if (e.kind == EventKind::entered) lines.emplace_back("entered");
    if (e.kind == EventKind::timed_out) lines.emplace_back("unknown");
  }
  return lines;
}

TEST(LiveSleep, ASleepingServerAnswersNobodyForItsTimeInBothWorlds) {
  EXPECT_THAT(test::expect_same_course(patient + R"([[fault]]
at_ms = 20
sleep = { node = "n1", ms = 300 }
)",
                                       course),
              testing::ElementsAre("sleeps", "goes on", "entered"));
}

TEST(LiveSleep, WhoIsFrozenMeanwhileIsThawedAndSleepsOn) {
  EXPECT_THAT(test::expect_same_course(patient + R"([[fault]]
at_ms = 20
sleep = { node = "n1", ms = 400 }
[[fault]]
at_ms = 100
stop = { node = "n1", ms = 100 }
)",
                                       course),
              testing::ElementsAre("sleeps", "freezes", "one of two ends", "goes on", "entered"));
}

TEST(LiveSleep, AKilledSleeperIsDead) {
  EXPECT_THAT(test::expect_same_course(patient + R"(wait_ms = 300
[[fault]]
at_ms = 20
sleep = { node = "n1", ms = 5000 }
[[fault]]
at_ms = 150
kill = { node = "n1", restart_after_ms = 100 }
)",
                                       [](const sim::Trace& trace) {
                                         auto lines = course(trace);
                                         lines.resize(std::min<std::size_t>(lines.size(), 2));
                                         return lines;
                                       }),
              testing::ElementsAre("sleeps", "dies"));
}

}  // namespace
}  // namespace locklab::app
