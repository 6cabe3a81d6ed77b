// Servers of the lab's own that freeze and go on, and that die and come back with their files or
// without: the course of the simulator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::AllOf;
using testing::Contains;
using testing::Not;

/// What becomes of the node and of the lock in it, and who gets in.
std::vector<std::string> outage_course(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    switch (event.kind) {
      case EventKind::node_stopped:
      case EventKind::node_continued:
      case EventKind::node_killed:
      case EventKind::key_lost:
      case EventKind::key_expired:
        all.emplace_back(name(event.kind));
        break;
      case EventKind::node_restarted:
        all.push_back("restarted with " + std::to_string(event.value));
        break;
      case EventKind::entered:
      case EventKind::key_deleted:
        all.push_back(std::string(name(event.kind)) + " " +
                      std::string(trace.client_name(event.client)));
        break;
      default:
        break;
    }
  }
  return all;
}

std::string outage_of(const std::string& persistence, const std::string& faults) {
  return "strategy = \"set_px_lua\"\npersistence = \"" + persistence + R"("
ttl_ms = 1500
bound_ms = 1000
retry_delay_ms = 20
retry_jitter_ms = 0
node_timeout_ms = 50
[[client]]
name = "alice"
work_ms = 900
[[client]]
name = "bob"
start_ms = 450
work_ms = 100
)" + faults;
}

std::string after_entry(int ms, const std::string& action) {
  return "[[fault]]\nwhen = \"alice entered\"\nplus_ms = " + std::to_string(ms) + "\n" + action +
         "\n";
}

TEST(DownForAWhile, AFrozenServerKeepsItsKeysAndAnswersNobody) {
  EXPECT_THAT(
      test::expect_same_course(
          outage_of("none", after_entry(50, "stop = { node = \"n1\", ms = 120 }")), outage_course),
      AllOf(Contains("node_continued"), Contains("entered bob"), Not(Contains("key_lost"))));
}

TEST(DownForAWhile, ARestartLetsAFrozenServerGoOn) {
  EXPECT_THAT(test::expect_same_course(
                  outage_of("none", after_entry(50, "stop = { node = \"n1\" }") +
                                        after_entry(170, "restart = { node = \"n1\" }")),
                  outage_course),
              AllOf(Contains("node_continued"), Not(Contains("key_lost"))));
}

TEST(DownForAWhile, AServerWithoutAFileComesBackWithoutTheLock) {
  EXPECT_THAT(
      test::expect_same_course(
          outage_of("none", after_entry(50, "kill = { node = \"n1\", restart_after_ms = 20 }")),
          outage_course),
      AllOf(Contains("key_lost"), Contains("restarted with 0")));
}

TEST(DownForAWhile, AServerWithAFileComesBackWithTheLock) {
  for (const char* persistence : {"everysec", "always"}) {
    SCOPED_TRACE(persistence);
    EXPECT_THAT(
        test::expect_same_course(
            outage_of(persistence, after_entry(50, "kill = { node = \"n1\" }") +
                                       after_entry(70, "restart = { node = \"n1\" }")),
            outage_course),
        AllOf(Not(Contains("key_lost")), Contains("restarted with 1"), Contains("entered bob")));
  }
}

}  // namespace
}  // namespace locklab::app
