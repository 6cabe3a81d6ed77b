// Loads on servers that fail before or during the load: the problem is named, nothing hangs, and
// nothing is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <thread>

#include "app/live/servers/info_field.h"
#include "app/stress/report/report_text.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using test::Servers;
using testing::AllOf;
using testing::HasSubstr;

StressOptions one_of_them(Servers& servers, std::size_t i = 0, bool may_be_disturbed = false) {
  StressOptions options;
  options.target.servers = {{"127.0.0.1", servers[i].endpoint().port}};
  options.may_be_disturbed = may_be_disturbed;
  return options;
}

void configure(Servers& servers, const char* option, const char* value, std::size_t i = 0) {
  servers.ask(test::plain({"CONFIG", "SET", option, value}), i);
}

StressWork long_load() {
  StressWork work = test::short_load("set_px_lua");
  work.own_servers = false;
  work.duration = 100s;
  work.lock.node_timeout = 100ms;
  return work;
}

LiveProblem refusal(const StressWork& work, const StressOptions& options) {
  const std::atomic<bool> cancel = false;
  const auto result = run_stress(work, options, cancel);
  if (const auto* problem = std::get_if<LiveProblem>(&result)) return *problem;
  ADD_FAILURE() << "it ran";
  return {};
}

/// The problem that ends a load in which `disturb` is called once, when its progress reaches second
/// 1.
Sentence ended_by(const StressWork& work, StressOptions options,
                  const std::function<void()>& disturb) {
  options.progress = [&](const StressProgress& now) {
    if (now.second == 1) disturb();
  };
  const StressResult result = test::loaded_once(work, options);
  EXPECT_FALSE(result.share()) << "of a server that is gone";
  EXPECT_GT(result.measures.counts.acquired, 0u) << "what was measured before is kept";
  return result.problem ? sentence(*result.problem) : Sentence();
}

TEST_IN_TIME(StressLostServer, ItsOwnThatSomebodyKillsIsTold) {
  test::PrivateTmpdir tmpdir;
  StressWork work = long_load();
  work.own_servers = true;
  const Sentence said = ended_by(work, {}, [&] {
    const std::uint16_t port = test::port_of_server_below(tmpdir.path());
    const Reply info = test::ask_at(port, Command("INFO"), test::login_below(tmpdir.path()));
    ::kill(std::stoi(std::string(info_field(info.text, "process_id"))), SIGKILL);
  });
  EXPECT_THAT(said, test::IsGolden("killed"));
  EXPECT_TRUE(test::all_children_end()) << test::on_any_machine;
  EXPECT_TRUE(tmpdir.empty()) << test::on_any_machine;
}

TEST_IN_TIME(StressLostServer, ANamedOneThatDiesInTheMiddleIsTold) {
  Servers servers;
  const Sentence said = ended_by(long_load(), one_of_them(servers), [&] { servers[0].kill(); });
  EXPECT_THAT(said.english(), HasSubstr("was lost in the middle of the load"));
}

TEST_IN_TIME(StressLostServer, ANamedOneThatIsFullInTheMiddleIsTold) {
  Servers servers;
  const Sentence said =
      ended_by(long_load(), one_of_them(servers), [&] { configure(servers, "maxmemory", "1"); });
  EXPECT_THAT(said, test::IsGolden("full"));
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << test::on_any_machine;
}

TEST_IN_TIME(StressLostServer, WhatItRefusesBeforehandIsTold) {
  Servers servers({{.name = "n1"}, {.name = "n2", .replica_of = 0}});
  // The replica's master is connected to it, but the refusal is for read-only.
  EXPECT_THAT(sentence(refusal(long_load(), one_of_them(servers, 1))), test::IsGolden("read-only"));
  const StressOptions options = one_of_them(servers, 0, true);
  configure(servers, "maxmemory", "1");
  EXPECT_THAT(refusal(long_load(), options).what.english(), HasSubstr("OOM"));
  configure(servers, "requirepass", "secret");
  EXPECT_THAT(sentence(refusal(long_load(), options)).english(),
              HasSubstr("LOCKLAB_REDIS_PASSWORD"));
}

TEST_IN_TIME(StressLostServer, ThatOthersUseNeedsAYes) {
  Servers servers;
  redis::BlockingClient other(servers[0].endpoint(), {});
  ASSERT_EQ(other.call(Command("PING")), Reply::status("PONG"));
  const LiveProblem problem = refusal(long_load(), one_of_them(servers));
  EXPECT_THAT(sentence(problem), test::IsGolden("refused"));
  EXPECT_EQ(problem.exit_status, 2);
  StressWork work = long_load();
  work.duration = 200ms;
  EXPECT_THAT(test::loaded(work, one_of_them(servers, 0, true)).warnings, test::IsGolden("warned"));
}

TEST_IN_TIME(StressLostServer, ThatTakesTooFewConnectionsIsToldBeforehand) {
  Servers servers;
  configure(servers, "maxclients", "20");
  StressWork work = long_load();
  work.connections = 30;
  EXPECT_THAT(refusal(work, one_of_them(servers)).what, test::IsGolden("20"));
  configure(servers, "maxclients", "8");
  work.connections = 1;
  EXPECT_THAT(sentence(refusal(work, one_of_them(servers))), test::IsGolden("8"))
      << "there is but one";
}

TEST_IN_TIME(StressLostServer, AReplicaThatTakesWritesIsMeasuredWithAWarning) {
  Servers servers({{.name = "n1"}, {.name = "n2", .replica_of = 0}});
  configure(servers, "replica-read-only", "no", 1);
  StressWork work = long_load();
  work.duration = 200ms;
  const StressResult result = test::loaded(work, one_of_them(servers, 1, true));
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_THAT(result.warnings[0], test::IsGolden("replica"));
}

TEST_IN_TIME(StressLostServer, OneWithoutTheReplicasOrTheRightsThatALockNeedsIsToldBeforehand) {
  Servers servers;
  servers.ask(test::plain({"ACL", "SETUSER", "alice", "on", ">secret", "~locklab:stress:*", "+@all",
                           "-evalsha", "-eval"}));
  StressOptions options = one_of_them(servers);
  options.target.login = {"alice", "secret"};
  EXPECT_THAT(sentence(refusal(long_load(), options)), test::IsGolden("rights"));
  StressWork work = test::short_load("set_wait");
  work.own_servers = false;
  EXPECT_THAT(sentence(refusal(work, one_of_them(servers))), test::IsGolden("replicas"));
  work.lock.replicas = 0;
  EXPECT_GT(test::loaded(work, one_of_them(servers)).measures.counts.acquired, 0u);
  options.target.servers = {{"127.0.0.1", 1}};
  EXPECT_THAT(refusal(long_load(), options).what, test::IsGolden("nobody"));
}

/// A redlock load on named masters, which calls `disturb` with each second of its progress.
StressResult with_masters(Servers& servers, Duration duration,
                          const std::function<void(std::uint32_t)>& disturb) {
  StressWork work = test::short_load("redlock");
  work.own_servers = false;
  work.lock.node_timeout = 100ms;
  test::lock_apart(work);
  work.duration = duration;
  StressOptions options;
  for (const auto& endpoint : servers.endpoints())
    options.target.servers.push_back({"127.0.0.1", endpoint.port});
  work.servers = options.target.servers.size();
  options.progress = [&](const StressProgress& now) { disturb(now.second); };
  return test::loaded_once(work, options);
}

TEST_IN_TIME(StressLostServer, AMajorityOfMastersGoesOnAndTheReportSaysWhichWereLostAndWhen) {
  Servers servers({{.name = "n1"}, {.name = "n2"}, {.name = "n3"}, {.name = "n4"}, {.name = "n5"}});
  const StressResult result = with_masters(servers, 7s, [&](std::uint32_t second) {
    if (second == 1) servers[0].kill();
    if (second == 1) servers[1].stop();
    if (second == 4) servers[1].go_on();
  });
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_FALSE(result.left) << sentence(*result.left).english();
  ASSERT_GT(result.measures.seconds.size(), 5u);
  EXPECT_GT(result.measures.seconds[5].counts.acquired, 0u);
  ASSERT_EQ(result.outages.size(), 2u);
  for (const Outage& one : result.outages) {
    EXPECT_GT(one.from, 500ms);
    EXPECT_LT(one.from, 4s);
    EXPECT_EQ(one.until.has_value(), one.server == 1) << "what was frozen goes on";
  }
  EXPECT_FALSE(result.share()) << "after it there was no such limit any more";
  EXPECT_THAT(stress_report(result, Language::english),
              AllOf(HasSubstr("a majority went on"), HasSubstr("could not be measured")));
}

TEST_IN_TIME(StressLostServer, AMinorityOfMastersEndsTheLoad) {
  Servers servers({{.name = "n1"}, {.name = "n2"}, {.name = "n3"}});
  const StressResult result = with_masters(servers, 100s, [&](std::uint32_t second) {
    if (second == 1) servers[0].kill();
    if (second == 1) servers[2].kill();
  });
  ASSERT_TRUE(result.problem);
  EXPECT_THAT(result.problem->what.english(), HasSubstr("lost in the middle of the load"));
}

TEST_IN_TIME(StressLostServer, ALimitThatSomethingDisturbsIsMeasuredAgain) {
  Servers servers;
  StressOptions options = one_of_them(servers);
  StressWork work = long_load();
  work.duration = 5s;
  bool after = false;
  std::thread waker;
  double last = 0;
  int measurements = 1;
  options.phase = [&](StressPhase phase) { after = phase == StressPhase::limit_after; };
  options.part = [&](double part) {
    if (!after) return;
    if (part < last) ++measurements;
    last = part;
    if (waker.joinable() || part <= 0) return;
    servers[0].stop();  // while the limit is measured
    waker = std::thread([&] {
      std::this_thread::sleep_for(1'400ms);  // long enough to disturb it
      servers[0].go_on();
    });
  };
  // On a busy machine the load may report no part of that phase, and so stop no server.
  StressResult result;
  for (int tries = 0; tries < 6 && !waker.joinable(); ++tries) {
    last = 0;
    measurements = 1;
    result = test::loaded_once(work, options);
  }
  ASSERT_TRUE(waker.joinable());
  waker.join();
  EXPECT_GT(measurements, 1);
  EXPECT_GT(result.limit_after.value_or(0), 0u);
}

}  // namespace
}  // namespace locklab::app
