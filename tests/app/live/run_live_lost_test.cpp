// Live runs that cannot show their scenario, because a stranger interferes with their servers or
// the servers refuse the lock's commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/servers/named_servers.h"
#include "app/runs/silence.h"
#include "sim/scenario/write_refusal.h"
#include "tests/support/child_process.h"
#include "tests/support/fake_server.h"
#include "tests/support/filled_server.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

sim::Scenario long_run() {
  sim::Scenario s = test::scenario_from(test::endless_scenario);
  s.lock.node_timeout = 2s;
  s.clients[0].work = 1ms;
  s.clients[0].rounds = 100'000;
  s.run_for = 5s;
  return s;
}

/// A run shorter than a minute, whose client holds the lock until the run ends.
sim::Scenario held_to_the_end(Duration run_for) {
  sim::Scenario s = long_run();
  s.run_for = run_for;
  s.clients[0].work = 60s;
  return s;
}

/// Runs a scenario live while a stranger acts once `when` is true.
LiveRun run_while(const sim::Scenario& scenario, const LiveTarget& target,
                  const std::function<bool()>& when,
                  const std::function<void()>& strangers_effect) {
  std::thread stranger([&] {
    EXPECT_TRUE(test::wait_for(when));
    strangers_effect();
  });
  auto result = run_live(scenario, target);
  stranger.join();
  if (const auto* problem = std::get_if<LiveProblem>(&result)) {
    ADD_FAILURE() << problem->what.english();
    return {};
  }
  return std::move(std::get<LiveRun>(result));
}

/// The problem of a run whose server gets this signal once the lock is held.
LiveProblem problem_after(int signal) {
  const test::PrivateTmpdir tmpdir;
  std::thread stranger([&] {
    const std::uint16_t port = test::port_once_held(tmpdir.path());
    ::kill(test::process_at(port, tmpdir.path()), signal);
  });
  const LiveProblem problem = test::problem_of(long_run());
  stranger.join();
  EXPECT_TRUE(tmpdir.empty());
  return problem;
}

TEST(RunLiveLost, AServerOfItsOwnThatSomebodyElseEndsOrStopsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_after(SIGKILL).what, test::IsGolden("ended"));
  EXPECT_THAT(problem_after(SIGSTOP).what, test::IsGolden("stopped"));
}

TEST(RunLiveLost, AUserWhoMayNotDoWhatTheLockDoesIsAProblemAndNoVerdict) {
  test::Servers servers;
  const auto without = [&](std::string_view user, std::string_view right) {
    servers.ask(test::plain(
        {"ACL", "SETUSER", user, "on", "nopass", "~locklab:*", "~{locklab:*", "+@all", right}));
    LiveTarget target = test::target_of(servers);
    target.login.user = user;
    return test::problem_of(long_run(), target);
  };
  const LiveProblem scripts = without("noscript", "-@scripting");
  EXPECT_EQ(scripts.exit_status, 3);
  EXPECT_THAT(scripts.what.english(), HasSubstr("NOPERM"));
  EXPECT_THAT(without("nodel", "-del").what.english(), HasSubstr("NOPERM"));
}

TEST(RunLiveLost, OfKeysARunNeedsOnlyThoseOfItsLock) {
  test::Servers servers;
  servers.ask(test::plain({"ACL", "SETUSER", "lab", "on", "nopass", "~locklab:*", "+@all"}));
  LiveTarget target = test::target_of(servers);
  target.login.user = "lab";
  sim::Scenario scenario = long_run();
  scenario.run_for = 100ms;
  EXPECT_TRUE(std::holds_alternative<LiveRun>(run_live(scenario, target)));
  scenario.strategy = "fenced";
  const LiveProblem problem = test::problem_of(scenario, target);
  EXPECT_THAT(problem.what.english(), HasSubstr("NOPERM"));
  EXPECT_THAT(problem.remedy, test::IsGolden());
  servers.ask(test::plain({"ACL", "SETUSER", "lab", "~{locklab:*}:*"}));
  EXPECT_TRUE(std::holds_alternative<LiveRun>(run_live(scenario, target)));
}

TEST(RunLiveLost, AServerWhoseMemoryIsFullBeforehandIsAProblemAndNoVerdict) {
  test::Servers servers;
  servers.ask(test::plain({"CONFIG", "SET", "maxmemory", "1"}));
  const LiveProblem problem = test::problem_of(long_run(), test::target_of(servers));
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what.english(), HasSubstr("OOM"));
  EXPECT_THAT(problem.remedy, test::IsGolden());
}

TEST(RunLiveLost, AServerWhoseMemoryGetsFullMeanwhileIsJudgedAsWhereTheScenarioMakesItRefuse) {
  test::Servers servers;
  const auto set_memory = [&](std::string_view bytes) {
    servers.ask(test::plain({"CONFIG", "SET", "maxmemory", bytes}));
  };
  sim::Scenario scenario = long_run();
  scenario.run_for = 3s;
  const test::OnceHeld filled(servers, [&] {
    set_memory("1");
    std::this_thread::sleep_for(1s);
    set_memory("0");
  });
  const sim::Trace trace = test::trace_of(run_live(scenario, test::target_of(servers)));
  std::vector<sim::EventKind> changes;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind != sim::EventKind::node_refuses && event.kind != sim::EventKind::node_accepts)
      continue;
    changes.push_back(event.kind);
    EXPECT_EQ(event.detail, static_cast<std::uint8_t>(sim::WriteRefusal::full));
  }
  EXPECT_THAT(changes,
              testing::ElementsAre(sim::EventKind::node_refuses, sim::EventKind::node_accepts));
  EXPECT_EQ(trace.back().kind, sim::EventKind::ended);
}

TEST(RunLiveLost, ManyClientsWithoutDescriptorsAreAProblemAndNoVerdict) {
  sim::Scenario s = long_run();
  s.clients.resize(200, s.clients[0]);
  test::ChildProcess child([&] {
    const rlimit few{96, 96};
    setrlimit(RLIMIT_NOFILE, &few);
    const auto result = run_live(s, {});
    const auto* problem = std::get_if<LiveProblem>(&result);
    if (!problem) return 0;
    // Either the lab or its server may run out of descriptors first.
    const std::string what = problem->what.english();
    const bool said = what.find("oo many open files") != std::string::npos ||
                      what.find("max number of clients") != std::string::npos;
    const bool remedy = problem->remedy.english().find("fewer clients") != std::string::npos;
    return said && remedy ? problem->exit_status : 1;
  });
  EXPECT_EQ(child.wait(), 3);
}

TEST(RunLiveLost, AServerThatSaysTheSameToEverythingIsNoRedis) {
  for (const char* answer : {"+OK\r\n", "$-1\r\n", ":1\r\n"}) {
    test::FakeServer server([answer](test::FakeServer::Peer& peer) {
      while (!peer.hear().empty()) peer.say(answer);
    });
    const LiveProblem problem = test::problem_of(long_run(), test::target_at(server.port()));
    EXPECT_THAT(problem.what, test::IsGolden());
    EXPECT_FALSE(problem.remedy.empty());
  }
}

TEST(RunLiveLost, AServersFullStopDoesNotStandBeforeTheAdvice) {
  std::string why;
  const auto server = redis::resolve("127.0.0.1", 6379, why);
  ASSERT_TRUE(server) << why;
  EXPECT_THAT(sentence(server_refused(*server, Reply::error("NOAUTH Authentication required."))),
              test::IsGolden());
}

TEST(RunLiveLost, WhatCouldNotBeRemovedIsToldAfterTheAdviceOnTheProblem) {
  const LiveProblem both =
      together({say("it broke"), say("mend it")}, left_behind({{"locklab:k", "here:1", "NOAUTH"}}));
  EXPECT_THAT(sentence(both), test::IsGolden());
}

TEST(RunLiveLost, AServerThatStandsStillForAWhileIsSlowWhateverTheLockSends) {
  for (const char* strategy : {"set_px_lua", "setnx_expire"}) {
    test::Servers servers;
    sim::Scenario s = long_run();
    s.strategy = strategy;
    s.lock.how = How::multi;
    s.lock.node_timeout = 20ms;
    s.run_for = 2500ms;
    const LiveTarget target = test::target_of(servers);
    const LiveRun run = run_while(
        s, target, [&] { return test::lock_is_held(target.servers[0].port); },
        [&] {
          servers[0].stop();
          std::this_thread::sleep_for(std::chrono::milliseconds(1'300));  // the measured silence
          servers[0].go_on();
        });
    const std::vector<Sentence> silences = long_silences(run.trace);
    ASSERT_EQ(silences.size(), 1u) << strategy;
    EXPECT_THAT(silences[0].english(), HasSubstr("n1 gave no answer for 1"));
  }
}

TEST(RunLiveLost, WhatAServerWritesCannotCommandATerminal) {
  test::FakeServer server([](test::FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("-ERR \033[31mred\033]0;title\007\r\n");
  });
  const LiveProblem problem = test::problem_of(long_run(), test::target_at(server.port()));
  EXPECT_THAT(problem.what.english(),
              AllOf(HasSubstr("red"), Not(HasSubstr("\033")), Not(HasSubstr("\007"))));
}

TEST(RunLiveLost, KeysThatCouldNotBeRemovedAreNamed) {
  test::Servers servers;
  servers.ask(test::plain({"ACL", "SETUSER", "keeper", "on", "nopass", "~*", "+@all"}));
  LiveTarget target = test::target_of(servers);
  target.login.user = "keeper";
  const LiveRun run = run_while(
      held_to_the_end(300ms), target, [&] { return test::lock_is_held(target.servers[0].port); },
      [&] {
        servers.ask(test::plain({"ACL", "SETUSER", "keeper", "-del"}));
      });
  EXPECT_GT(run.trace.size(), 2u) << "a run that came to its end is shown";
  ASSERT_TRUE(run.left);
  EXPECT_EQ(run.left->exit_status, 3);
  EXPECT_THAT(run.left->what, test::IsGolden()) << "its own mark too";
}

TEST(RunLiveLost, AKeyThatTheRunHasRemovedItselfIsNotNamedAsLeft) {
  test::Servers servers;
  sim::Scenario s = held_to_the_end(800ms);
  s.clients.resize(2, s.clients[0]);
  s.clients[0].rounds = 1;
  s.clients[0].work = 1ms;
  s.clients[1].name = "bob";
  s.clients[1].lock = "locklab:other";
  s.clients[1].start = 200ms;
  const LiveRun run = run_while(
      s, test::target_of(servers),
      [&] { return servers.ask(get("locklab:other")).kind == Reply::Kind::text; },
      [&] {
        servers.ask(test::plain({"ACL", "SETUSER", "default", "-del"}));
      });
  ASSERT_TRUE(run.left);
  EXPECT_THAT(run.left->what, test::IsGolden());
}

TEST(RunLiveLost, APasswordThatIsSetInTheMiddleOfARunIsNotInTheWayOfThoseWhoAreLoggedIn) {
  test::Servers servers;
  const LiveTarget target = test::target_of(servers);
  const LiveRun run = run_while(
      held_to_the_end(300ms), target, [&] { return test::lock_is_held(target.servers[0].port); },
      [&] {
        servers.ask(test::plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
      });
  redis::BlockingClient witness(servers[0].endpoint(), {.password = "open-sesame"});
  const std::int64_t left = witness.call(Command("DBSIZE"), 5s).integer;
  EXPECT_EQ(left > 0, run.left.has_value());
  if (run.left) {
    EXPECT_THAT(run.left->what.english(), HasSubstr("NOAUTH"));
  }
}

TEST(RunLiveLost, OfTwoRunsOnOneServerTheSecondIsRefused) {
  test::Servers servers;
  const LiveTarget target = test::target_of(servers);
  sim::Scenario first = long_run();
  first.run_for = 60s;
  test::ChildProcess child([&] { return test::status_of(run_live(first, target)); });
  // The second run uses another key, and is refused all the same.
  sim::Scenario second = long_run();
  second.lock.key = "locklab:other";
  second.clients[0].rounds = 1;
  test::wait_for([&] { return servers.ask(get("locklab:run")).kind == Reply::Kind::text; });
  EXPECT_THAT(test::problem_of(second, target).what, test::IsGolden());
  child.signal(SIGTERM);
  EXPECT_EQ(child.wait(), terminated_status);
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << "its mark is left";
  EXPECT_EQ(test::status_of(run_live(second, target)), 0);
}

TEST(RunLiveLost, AStockThatItsLockNeverTouchesIsNotInTheWay) {
  test::Servers servers;
  servers.ask(test::plain({"SET", "locklab:stock", "somebody's"}));
  sim::Scenario s = long_run();
  s.clients[0].rounds = 1;
  EXPECT_EQ(test::status_of(run_live(s, test::target_of(servers))), 0);
  EXPECT_TRUE(servers.ask(get("locklab:stock")).is_text("somebody's"));
}

}  // namespace
}  // namespace locklab::app
