// A failover by real Sentinels that notice the loss of a real master.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <string>
#include <thread>
#include <variant>

#include "app/live/live_limits.h"
#include "app/live/servers/info_field.h"
#include "sim/trace/trace_file.h"
#include "tests/support/both_worlds.h"
#include "tests/support/child_process.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;

/// Alice's lock has not reached the replica when its master fails; her lease outlives the failover.
const std::string story = R"(
strategy = "set_px_lua"
ttl_ms = 6000
bound_ms = 400
retry_delay_ms = 50
retry_jitter_ms = 0
sentinels = 3
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
replication_lag_ms = 30
[[client]]
name = "alice"
work_ms = 4500
[[client]]
name = "bob"
start_ms = 250
work_ms = 10
)";
const std::string killed = R"(
[[fault]]
when = "alice entered"
kill = { node = "n1", restart_after_ms = 4000 }
)";
const std::string stopped = R"(
[[fault]]
when = "alice entered"
stop = { node = "n1", ms = 4000 }
)";

/// The changes of the nodes, and the clients that enter.
const test::Course sentinel_course{
    {EventKind::node_killed, EventKind::node_stopped, EventKind::node_continued,
     EventKind::sentinels_agree, EventKind::sentinels_pick, EventKind::node_promoted,
     EventKind::node_demoted, EventKind::node_restarted, EventKind::entered}};

TEST(LiveSentinel, PromotesTheReplicaOfAMasterThatWasKilled) {
  EXPECT_THAT(test::expect_same_course(story + killed, sentinel_course),
              ElementsAre("entered alice", "node_killed n1", "sentinels_agree n1",
                          "sentinels_pick n2", "node_promoted n2", "node_demoted n1 detail 1",
                          "entered bob", "node_restarted n1 with 0"));
}

/// Replication data that a frozen master has already sent still arrives, so the lock is not lost.
TEST(LiveSentinel, PromotesTheReplicaOfAMasterThatStandsStill) {
  EXPECT_THAT(
      test::expect_same_course(story + stopped, sentinel_course),
      ElementsAre("entered alice", "node_stopped n1", "sentinels_agree n1", "sentinels_pick n2",
                  "node_promoted n2", "node_demoted n1", "node_continued n1", "entered bob"));
}

TEST(LiveSentinel, TellsATraceThatCanBeSavedAndRead) {
  const sim::Trace trace = test::live_trace(test::scenario_from(story + killed));
  const test::ScratchFolder folder;
  const std::string path = (folder.path() / "sentinel.trace").string();
  ASSERT_FALSE(sim::save_trace(trace, path));
  const auto read = sim::load_trace(path);
  ASSERT_TRUE(std::holds_alternative<sim::Trace>(read));
  EXPECT_EQ(sentinel_course(std::get<sim::Trace>(read)), sentinel_course(trace));
  EXPECT_EQ(test::verdicts_of(std::get<sim::Trace>(read)), test::verdicts_of(trace));
}

/// A master and a replica watched by Sentinels, without faults.
sim::Scenario endless_watch() {
  const std::string nodes = R"(
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
)";
  sim::Scenario scenario = test::scenario_from(test::endless_scenario + nodes);
  scenario.sentinels = 3;
  return scenario;
}

TEST(LiveSentinel, IsGoneWithTheLabHoweverThatEnds) {
  const sim::Scenario scenario = endless_watch();
  for (const int signal : {SIGINT, SIGKILL}) {
    const test::PrivateTmpdir tmpdir;
    test::ChildProcess child(
        [&] { return std::holds_alternative<LiveRun>(run_live(scenario, {})); });
    test::port_once_held(tmpdir.path());
    EXPECT_EQ(test::ports_of_servers_below(tmpdir.path()).size(), 5u);
    child.signal(signal);
    child.wait();
    EXPECT_TRUE(test::all_children_end()) << "a process is left";
    EXPECT_TRUE(tmpdir.empty()) << "a file is left";
  }
}

/// The problem of a run of which one Sentinel gets this signal once the lock is held.
LiveProblem problem_of_a_sentinel(int signal) {
  sim::Scenario scenario = endless_watch();
  scenario.run_for = 20s;
  const test::PrivateTmpdir tmpdir;
  std::thread stranger([&] {
    test::port_once_held(tmpdir.path());
    const redis::Login login = test::login_below(tmpdir.path());
    for (const std::uint16_t port : test::ports_of_servers_below(tmpdir.path())) {
      const Reply info = test::ask_at(port, Command("INFO"), login);
      if (info_field(info.text, "redis_mode") != "sentinel") continue;
      ::kill(test::process_at(port, tmpdir.path()), signal);
      return;
    }
  });
  const LiveProblem problem = test::problem_of(scenario);
  stranger.join();
  EXPECT_TRUE(tmpdir.empty());
  return problem;
}

// Regression: the run continued with one Sentinel less, and reported a failover that was not in the
// scenario.
TEST(LiveSentinel, ThatSomebodyElseEndsOrStopsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_of_a_sentinel(SIGKILL).what, test::IsGolden());
  EXPECT_THAT(problem_of_a_sentinel(SIGSTOP).what, test::IsGolden());
}

// --- what cannot be combined

TEST(LiveSentinel, IsRefusedWhereItCannotBe) {
  const sim::Scenario scenario = test::scenario_from(story);
  EXPECT_FALSE(not_available_live(scenario, {}));
  LiveTarget named;
  named.servers.resize(2, {"127.0.0.1", 6379});
  const sim::Scenario by_hand =
      test::scenario_from(story + "[[fault]]\nat_ms = 5\npromote = { node = \"n2\" }\n");
  for (const auto& refused : {not_available_live(scenario, named), not_stepped_live(scenario, {}),
                              not_available_live(by_hand, {})}) {
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->exit_status, 3);
    EXPECT_THAT(refused->what, test::IsGolden());
  }
}

}  // namespace
}  // namespace locklab::app
