// A failover that nobody orders: real Sentinels miss a real master.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/ready_watch.h"
#include "app/live/run_live.h"
#include "sim/trace/trace_file.h"
#include "tests/support/both_worlds.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;

/// Alice's lock has not reached the replica when its master goes; her lease outlives the failover.
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

/// What becomes of the nodes, and who gets in: "killed n1", "entered bob".
std::vector<std::string> sentinel_course(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    const auto note = [&](const char* what) {
      all.push_back(std::string(what) + " " + std::string(trace.node_name(event.node)));
    };
    if (event.kind == EventKind::node_killed) note("killed");
    if (event.kind == EventKind::node_stopped) note("stopped");
    if (event.kind == EventKind::node_continued) note("continued");
    if (event.kind == EventKind::sentinels_agree) note("agreed");
    if (event.kind == EventKind::sentinels_pick) note("picked");
    if (event.kind == EventKind::node_promoted) note("promoted");
    if (event.kind == EventKind::node_demoted)
      note(event.detail != 0 ? "demoted in absence" : "demoted");
    if (event.kind == EventKind::node_restarted) note("restarted");
    if (event.kind == EventKind::entered)
      all.push_back("entered " + std::string(trace.client_name(event.client)));
  }
  return all;
}

TEST(LiveSentinel, PromotesTheReplicaOfAMasterThatWasKilled) {
  EXPECT_THAT(test::expect_same_course(story + killed, sentinel_course),
              ElementsAre("entered alice", "killed n1", "agreed n1", "picked n2", "promoted n2",
                          "demoted in absence n1", "entered bob", "restarted n1"));
}

/// What a frozen master has sent still arrives: the lock is not lost.
TEST(LiveSentinel, PromotesTheReplicaOfAMasterThatStandsStill) {
  EXPECT_THAT(test::expect_same_course(story + stopped, sentinel_course),
              ElementsAre("entered alice", "stopped n1", "agreed n1", "picked n2", "promoted n2",
                          "demoted n1", "continued n1", "entered bob"));
}

TEST(LiveSentinel, TellsATraceThatCanBeSavedAndRead) {
  const sim::Trace trace = test::live_trace(test::scenario_from(story + killed));
  const test::ScratchFolder folder;
  const std::string path = (folder.path() / "sentinel.trace").string();
  ASSERT_FALSE(sim::save_trace(trace, path));
  const auto read = sim::load_trace(path);
  ASSERT_TRUE(std::holds_alternative<sim::Trace>(read));
  EXPECT_EQ(sentinel_course(std::get<sim::Trace>(read)), sentinel_course(trace));
  EXPECT_EQ(test::kept_in(std::get<sim::Trace>(read)), test::kept_in(trace));
}

/// A master and a replica that Sentinels watch while nothing happens.
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
    // The first of them that is seen may be any: a Sentinel knows no keys.
    ASSERT_TRUE(test::wait_for([&] {
      for (const std::uint16_t port : test::ports_of_servers_below(tmpdir.path()))
        if (test::lock_is_held(port, test::login_below(tmpdir.path()))) return true;
      return false;
    }));
    EXPECT_EQ(test::ports_of_servers_below(tmpdir.path()).size(), 5u);
    child.signal(signal);
    child.wait();
    EXPECT_TRUE(test::all_children_end()) << "a process is left";
    EXPECT_TRUE(tmpdir.empty()) << "a file is left";
  }
}

/// A Sentinel gets that signal from somebody else, once the lock is held.
LiveProblem problem_of_a_sentinel(int signal) {
  sim::Scenario scenario = endless_watch();
  scenario.run_for = 20s;
  const test::PrivateTmpdir tmpdir;
  std::thread stranger([&] {
    std::string sentinel;
    test::wait_for([&] {
      const redis::Login login = test::login_below(tmpdir.path());
      bool held = false;
      for (const std::uint16_t port : test::ports_of_servers_below(tmpdir.path())) {
        held = held || test::lock_is_held(port, login);
        const Reply info = test::ask_at(port, Command("INFO"), login);
        if (info_field(info.text, "redis_mode") == "sentinel")
          sentinel = info_field(info.text, "process_id");
      }
      return held && !sentinel.empty();
    });
    ::kill(std::stoi(sentinel), signal);
  });
  const auto result = run_live(scenario, {});
  stranger.join();
  EXPECT_TRUE(tmpdir.empty());
  if (const auto* problem = std::get_if<LiveProblem>(&result)) return *problem;
  ADD_FAILURE() << "it ran";
  return {};
}

// It went on with one Sentinel less, and told a failover that was not the scenario's.
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
  const auto strangers = not_available_live(scenario, named);
  ASSERT_TRUE(strangers);
  EXPECT_EQ(strangers->exit_status, 3);
  const auto stepped = not_stepped_live(scenario, {});
  ASSERT_TRUE(stepped);
  EXPECT_EQ(stepped->exit_status, 3);
  EXPECT_THAT(stepped->what, test::IsGolden());
  const auto by_hand = not_available_live(
      test::scenario_from(story + "[[fault]]\nat_ms = 5\npromote = { node = \"n2\" }\n"), {});
  ASSERT_TRUE(by_hand);
  EXPECT_EQ(by_hand->exit_status, 3);
  EXPECT_THAT(by_hand->what, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
