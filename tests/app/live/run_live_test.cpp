// A whole live run: on the lab's own servers, and on named servers in any state.
#include "app/live/run/run_live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>

#include "sim/check/check.h"
#include "tests/support/fake_server.h"
#include "tests/support/golden_text.h"
#include "tests/support/in_time.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using test::FakeServer;
using test::plain;
using test::problem_of;
using test::target_at;
using test::target_of;
using test::trace_of;
using testing::HasSubstr;
using testing::Not;

/// Two clients that do not fail on a slow machine: their leases and timeouts are far longer than
/// anything here takes.
sim::Scenario scenario(const std::string& more = "", const std::string& strategy = "set_px_lua") {
  return test::scenario_from(R"(
title = "two after each other"
strategy = ")" + strategy + R"("
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
retry_delay_ms = 10
retry_jitter_ms = 5
[[client]]
name = "alice"
work_ms = 20
[[client]]
name = "bob"
start_ms = 5
work_ms = 20
)" + more);
}

std::size_t nodes_of(const sim::Trace& trace, sim::EventKind kind) {
  std::set<NodeId> nodes;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && trace[i].node != resource_node) nodes.insert(trace[i].node);
  return nodes.size();
}

/// The number of nodes on which the acquisition of this entry had set its key before it.
std::size_t votes_before(const sim::Trace& trace, std::size_t entered) {
  std::set<NodeId> nodes;
  for (std::size_t i = 0; i < entered; ++i)
    if (trace[i].kind == sim::EventKind::key_set && trace[i].client == trace[entered].client &&
        trace[i].acquisition == trace[entered].acquisition)
      nodes.insert(trace[i].node);
  return nodes.size();
}

std::string all_texts(const sim::Trace& trace) {
  std::string all;
  for (std::size_t i = 0; i < trace.size(); ++i) all += std::string(trace.text(trace[i])) + "\n";
  return all;
}

TEST(RunLive, WritesATraceAsTheSimulatorDoes) {
  const sim::Trace trace = trace_of(run_live(scenario(), {}, "the name"));
  EXPECT_EQ(trace.info.world, "live");
  EXPECT_EQ(trace.info.run, "the name");
  EXPECT_EQ(trace.info.strategy, "set_px_lua");
  for (std::size_t i = 1; i < trace.size(); ++i) ASSERT_LE(trace[i - 1].at, trace[i].at) << i;
  EXPECT_EQ(sim::count(trace, sim::EventKind::finished), 2u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::key_set), 2u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::key_deleted), 2u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::resource_wrote), 2u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::sent), sim::count(trace, sim::EventKind::ran));
  EXPECT_EQ(sim::count(trace, sim::EventKind::sent), sim::count(trace, sim::EventKind::received));
  EXPECT_EQ(trace.back().kind, sim::EventKind::ended);
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
  for (const sim::Verdict& verdict : sim::check(trace))
    EXPECT_NE(verdict.kept, sim::Kept::broken) << verdict.why;
}

TEST(RunLive, EveryStrategyRunsLiveAndKeepsWhatItPromises) {
  for (const char* strategy :
       {"none", "local_flag", "atomic_decr", "setnx_del", "setnx_expire", "setnx_expire_lua",
        "getset_timestamp", "set_px_del", "set_px_get_del", "set_px_lua", "watchdog", "fenced",
        "rate_limit_naive", "rate_limit_lua"}) {
    const bool plain = std::string(strategy) == "local_flag";
    const sim::Trace trace = trace_of(run_live(scenario("", strategy), {}));
    EXPECT_EQ(sim::count(trace, sim::EventKind::finished), 2u) << strategy;
    for (const sim::Verdict& verdict : sim::check(trace))
      EXPECT_TRUE(plain || !verdict.promised || verdict.kept != sim::Kept::broken)
          << strategy << ": " << name(verdict.property) << ": " << verdict.why;
  }
}

TEST(RunLive, RedlockRunsOnFiveMasters) {
  const sim::Trace trace = trace_of(run_live(scenario("", "redlock"), {}));
  EXPECT_EQ(trace.info.nodes.size(), 5u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::entered), 2u);
  EXPECT_EQ(nodes_of(trace, sim::EventKind::ran), 5u);
  // The first votes may be split, and one client may overtake the other's release; each enters with
  // at least a majority.
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != sim::EventKind::entered) continue;
    EXPECT_GE(votes_before(trace, i), 3u);
  }
}

TEST(RunLive, WaitCountsARealReplica) {
  sim::Scenario s = scenario("[[node]]\n[[node]]\nreplica_of = 'n1'", "set_wait");
  s.lock.wait_timeout = 1s;
  const sim::Trace trace = trace_of(run_live(s, {}));
  EXPECT_EQ(sim::count(trace, sim::EventKind::entered), 2u);
}

TEST(RunLive, AFrozenServerAnswersWhenItGoesOn) {
  const sim::Trace trace = trace_of(run_live(scenario(R"(
[[fault]]
when = "alice entered"
stop = { node = "n1", ms = 60 }
)"),
                                             {}));
  EXPECT_EQ(sim::count(trace, sim::EventKind::node_stopped), 1u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::node_continued), 1u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::timed_out), 0u);
  EXPECT_EQ(sim::count(trace, sim::EventKind::sent), sim::count(trace, sim::EventKind::received));
  EXPECT_EQ(sim::count(trace, sim::EventKind::finished), 2u);
}

TEST(RunLive, AServerThatKeptItsAofStillHasTheKeyAfterARestart) {
  const std::string fault = R"(
[[fault]]
when = "alice entered"
kill = { node = "n1", restart_after_ms = 5 }
[[fault]]
when = "n1 restarted"
crash = { client = "alice" }
)";
  const auto restarted = [&](sim::Persistence persistence) {
    sim::Scenario s = scenario(fault);
    s.nodes[0].persistence = persistence;
    s.clients.resize(1);
    s.clients[0].work = 60s;
    const sim::Trace trace = trace_of(run_live(s, {}));
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (trace[i].kind == sim::EventKind::node_restarted) return trace[i];
    ADD_FAILURE() << "it did not come back";
    return sim::Event{};
  };
  EXPECT_EQ(restarted(sim::Persistence::always).value, 1);
  EXPECT_EQ(restarted(sim::Persistence::none).value, 0);
}

TEST(RunLive, AFaultMayWaitForTheEndOfALease) {
  sim::Scenario s = scenario(R"(
[[fault]]
when = "n1 key_expired"
crash = { client = "alice" }
)");
  s.clients.resize(1);
  s.clients[0].work = 60s;
  s.lock.ttl = 300ms;
  const sim::Trace trace = trace_of(run_live(s, {}));
  EXPECT_EQ(sim::count(trace, sim::EventKind::client_crashed), 1u);
  EXPECT_LT(trace.back().at, us(s.clients[0].work)) << "it waited for the next message";
}

TEST(RunLive, ARunWithATimeLimitEndsThen) {
  sim::Scenario s = scenario();
  s.clients[0].work = 60s;
  s.run_for = 50ms;
  const sim::Trace trace = trace_of(run_live(s, {}));
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
}

TEST(RunLive, WithoutRedisServerItSaysWhatToInstall) {
  const test::SetVariable path("PATH", "/nonexistent");
  const LiveProblem problem = problem_of(scenario(), {});
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what, test::IsGolden());
  EXPECT_THAT(problem.remedy, test::IsGolden());
}

// --- named servers

TEST(RunLiveNamed, ARunTakesItsKeysAlongAndLeavesTheOthers) {
  test::Servers server;
  server.ask(plain({"SET", "somebody:elses", "key"}));
  for (const char* strategy : {"set_px_lua", "fenced", "atomic_decr", "rate_limit_lua"}) {
    const sim::Trace trace = trace_of(run_live(scenario("", strategy), target_of(server)));
    EXPECT_EQ(sim::count(trace, sim::EventKind::finished), 2u) << strategy;
    EXPECT_TRUE(server.ask(plain({"DBSIZE"})).is(1)) << strategy;
  }
}

TEST_IN_TIME(RunLiveNamed, APasswordIsUsedAndNowhereInTheTrace) {
  test::Servers server;
  server.ask(plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
  LiveTarget target = target_of(server);
  EXPECT_THAT(problem_of(scenario(), target).remedy.english(), HasSubstr("LOCKLAB_REDIS_PASSWORD"));
  target.login.password = "guess";
  const LiveProblem wrong = problem_of(scenario(), target);
  EXPECT_THAT(wrong.what.english(), HasSubstr("WRONGPASS"));
  EXPECT_THAT(wrong.what.english() + wrong.remedy.english(), Not(HasSubstr("guess")));
  target.login.password = "open-sesame";
  const sim::Trace trace = trace_of(run_live(scenario(), target));
  EXPECT_THAT(all_texts(trace), Not(HasSubstr("open-sesame")));
}

TEST(RunLiveNamed, AnAddressThatIsNobodysOrOfTwoNodesIsAProblem) {
  const LiveProblem nobody = problem_of(scenario(), target_at(free_port()));
  EXPECT_EQ(nobody.exit_status, 3);
  EXPECT_THAT(nobody.what.english(), HasSubstr("Connection refused"));
  EXPECT_THAT(nobody.remedy, test::IsGolden());
  const LiveProblem nowhere = problem_of(scenario(), {.servers = {{"no-such-host.invalid", 6379}}});
  EXPECT_THAT(nowhere.what.english(), HasSubstr("no-such-host.invalid"));
  LiveTarget one_for_all;
  one_for_all.servers.resize(5, {"127.0.0.1", free_port()});
  EXPECT_EQ(problem_of(scenario("", "redlock"), one_for_all).exit_status, 2);
}

TEST_IN_TIME(RunLiveNamed, AServerThatLoadsIsAProblem) {
  FakeServer server([](FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("-LOADING Redis is loading the dataset in memory\r\n");
  });
  EXPECT_THAT(problem_of(scenario(), target_at(server.port())).remedy, test::IsGolden("loading"));
}

TEST_IN_TIME(RunLiveNamed, AReadOnlyReplicaIsAProblem) {
  test::Servers servers({{.name = "n1"}, {.name = "n2", .replica_of = 0}});
  const LiveProblem problem = problem_of(scenario(), target_of(servers, 1));
  EXPECT_THAT(problem.what.english(), HasSubstr("READONLY"));
  EXPECT_THAT(problem.remedy, test::IsGolden("read-only"));
}

TEST_IN_TIME(RunLiveNamed, AFullServerIsAProblem) {
  test::Servers server({{.name = "n1", .extra = {"--maxmemory", "1"}}});
  EXPECT_THAT(problem_of(scenario(), target_of(server)).remedy, test::IsGolden("full"));
}

TEST_IN_TIME(RunLiveNamed, AKeyThatIsThereAlreadyIsNotOurs) {
  test::Servers server;
  server.ask(plain({"SET", "locklab:lock", "somebody"}));
  const LiveProblem problem = problem_of(scenario(), target_of(server));
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what, test::IsGolden("the key"));
  EXPECT_TRUE(server.ask(plain({"GET", "locklab:lock"})).is_text("somebody"));
}

TEST_IN_TIME(RunLiveNamed, AKeyThatOnlyAStepNamesIsProbedAndRemovedToo) {
  test::Servers server;
  server.ask(plain({"SET", "locklab:b", "somebody"}));
  sim::Scenario s = scenario("program = ['lock locklab:b', 'work', 'unlock locklab:b']");
  EXPECT_THAT(problem_of(s, target_of(server)).what, test::IsGolden("the key"));
  EXPECT_TRUE(server.ask(plain({"GET", "locklab:b"})).is_text("somebody"));
  for (sim::Step& step : s.clients[1].program)
    if (!step.keys.empty()) step.keys = {"stock"};
  EXPECT_EQ(problem_of(s, target_of(server)).exit_status, 2);
  s = scenario("program = ['lock locklab:c', 'work', 'unlock locklab:c']");
  EXPECT_EQ(sim::count(trace_of(run_live(s, target_of(server))), sim::EventKind::entered), 2u);
  EXPECT_TRUE(server.ask(plain({"DBSIZE"})).is(1));
}

// Regression: "bob overwrote alice's key" was reported of a SET NX, which cannot overwrite.
TEST_IN_TIME(RunLiveNamed, AKeyThatSomebodyElseRemovesVanishesAndNobodyOverwroteIt) {
  for (const auto& removal : {plain({"DEL", "locklab:lock"}), plain({"FLUSHALL"})}) {
    test::Servers server;
    sim::Scenario s = scenario();
    s.lock.ttl = 20s;
    s.clients[0].work = 500ms;
    s.clients[1].start = 50ms;
    std::thread outsider([&] {
      const std::uint16_t port = server[0].endpoint().port;
      EXPECT_TRUE(test::wait_for([&] { return test::lock_is_held(port); }));
      server.ask(removal);
    });
    const sim::Trace trace = trace_of(run_live(s, target_of(server)));
    outsider.join();
    const auto lost = test::events_of(trace, sim::EventKind::key_lost);
    ASSERT_EQ(lost.size(), 1u);
    EXPECT_EQ(sim::loss_of_key(trace[lost.front()]), sim::KeyLoss::vanished);
    const sim::Verdict verdict = sim::check(trace)[0];
    EXPECT_EQ(verdict.kept, sim::Kept::broken);
    EXPECT_THAT(verdict.sentence, test::IsGolden());
  }
}

TEST_IN_TIME(RunLiveNamed, AFaultDeletesTheRunsOwnKeyAndNothingElse) {
  test::Servers server;
  server.ask(plain({"SET", "locklab:other", "somebody"}));
  sim::Scenario s = scenario(R"([[fault]]
when = "alice entered"
plus_ms = 30
delete = { node = "n1" })");
  s.clients[0].work = 500ms;
  const sim::Trace trace = trace_of(run_live(s, target_of(server)));
  const auto lost = test::events_of(trace, sim::EventKind::key_lost);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(sim::loss_of_key(trace[lost.front()]), sim::KeyLoss::deleted);
  EXPECT_EQ(sim::count(trace, sim::EventKind::keys_removed), 1u);
  EXPECT_EQ(sim::check(trace)[0].kept, sim::Kept::broken);
  EXPECT_TRUE(server.ask(plain({"GET", "locklab:other"})).is_text("somebody"));
}

/// Clients that keep acquiring until the run is over.
sim::Scenario busy() {
  sim::Scenario s = scenario();
  for (sim::ClientSpec& client : s.clients) {
    client.work = 1ms;
    client.rounds = 100'000;
  }
  return s;
}

TEST_IN_TIME(RunLiveNamed, AServerThatDiesInMidRunIsAProblemAndNoVerdict) {
  test::Servers server;
  std::thread killer([&] {
    EXPECT_TRUE(test::wait_for([&] { return test::lock_is_held(server[0].endpoint().port); }));
    server[0].kill();
  });
  const LiveProblem problem = problem_of(busy(), target_of(server));
  killer.join();
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what.english(), HasSubstr("was lost during the run")) << "however it is seen";
  EXPECT_THAT(problem.remedy, test::IsGolden("remedy"));
}

TEST_IN_TIME(RunLiveNamed, AServerThatNoLongerAnswersIsAProblemAndNoVerdict) {
  test::Servers server;
  sim::Scenario s = busy();
  s.lock.node_timeout = 20ms;
  s.run_for = 2s;
  std::thread freezer([&] {
    EXPECT_TRUE(test::wait_for([&] { return test::lock_is_held(server[0].endpoint().port); }));
    server[0].stop();
  });
  const LiveProblem problem = problem_of(s, target_of(server));
  freezer.join();
  server[0].go_on();
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what, test::IsGolden("frozen"));
}

TEST(RunLive, ARunWhoseTraceGrowsTooLongIsStoppedAndSaysSo) {
  sim::Scenario s = busy();
  s.most_events = 300;
  const sim::Trace trace = trace_of(run_live(s, {}));
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
