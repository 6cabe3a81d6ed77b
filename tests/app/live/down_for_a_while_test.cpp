// Servers that freeze and resume, or are killed and restart with or without their files: the same
// events as in the simulator.
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

std::string after_entry(int ms, const std::string& action) {
  return fmt::format("[[fault]]\nwhen = 'alice entered'\nplus_ms = {}\n{}\n", ms, action);
}

struct DownRow {
  const char* persistence;
  std::string faults;
  testing::Matcher<std::vector<std::string>> course;
};

TEST(DownForAWhile, AServerThatFreezesKeepsItsKeysAndOneThatDiesKeepsWhatItsFileHas) {
  const auto has_no_file = AllOf(Contains("key_lost n1"), Contains("node_restarted n1 with 0"));
  const auto goes_on = AllOf(Contains("node_continued n1"), Not(Contains("key_lost n1")));
  const auto has_a_file = AllOf(Not(Contains("key_lost n1")), Contains("entered bob"),
                                Contains("node_restarted n1 with 1"));
  const std::string killed =
      after_entry(50, "kill = { node = 'n1' }") + after_entry(70, "restart = { node = 'n1' }");
  const DownRow outages[] = {
      {"none", after_entry(50, "stop = { node = 'n1', ms = 120 }"),
       AllOf(goes_on, Contains("entered bob"))},
      {"none",
       after_entry(50, "stop = { node = 'n1' }") + after_entry(170, "restart = { node = 'n1' }"),
       goes_on},
      {"none", after_entry(50, "kill = { node = 'n1', restart_after_ms = 20 }"), has_no_file},
      {"everysec", killed, has_a_file},
      {"always", killed, has_a_file}};
  for (const auto& [persistence, faults, course] : outages) {
    SCOPED_TRACE(persistence + faults);
    const std::string text =
        fmt::format("strategy = 'set_px_lua'\npersistence = '{}'", persistence);
    EXPECT_THAT(
        test::expect_same_course(
            text + R"(
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
)" + faults,
            test::Course{{EventKind::node_stopped, EventKind::node_continued,
                          EventKind::node_killed, EventKind::key_lost, EventKind::key_expired,
                          EventKind::node_restarted, EventKind::entered, EventKind::key_deleted}}),
        course);
  }
}

}  // namespace
}  // namespace locklab::app
