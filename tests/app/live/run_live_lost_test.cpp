// Live runs that show nothing of their scenario, because somebody else did something to their
// servers or does not let them do what their lock does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "app/live/named_servers.h"
#include "app/live/ready_watch.h"
#include "app/live/run_live.h"
#include "app/runs/silence.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/sentence.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/fake_server.h"
#include "tests/support/filled_server.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

sim::Scenario long_run() {
  sim::Scenario s =
      std::get<sim::Scenario>(sim::read_scenario(test::endless_scenario, "endless.toml"));
  s.lock.node_timeout = 2s;
  s.clients[0].work = 1ms;
  s.clients[0].rounds = 100'000;
  s.run_for = 5s;
  return s;
}

LiveProblem problem_of(const LiveTarget& target) {
  const auto result = run_live(long_run(), target);
  if (const auto* problem = std::get_if<LiveProblem>(&result)) return *problem;
  ADD_FAILURE() << "it ran";
  return {};
}

/// The lab's own server, found by its folder, gets that signal once somebody holds the lock.
LiveProblem problem_after(int signal) {
  test::PrivateTmpdir tmpdir;
  std::thread stranger([&] {
    std::uint16_t port = 0;
    test::wait_for([&] {
      port = test::port_of_server_below(tmpdir.path());
      return port && test::lock_is_held(port, test::login_below(tmpdir.path()));
    });
    const Reply info = test::ask_at(port, Command("INFO"), test::login_below(tmpdir.path()));
    ::kill(std::stoi(std::string(info_field(info.text, "process_id"))), signal);
  });
  const LiveProblem problem = problem_of({});
  stranger.join();
  EXPECT_TRUE(tmpdir.empty());
  return problem;
}

TEST(RunLiveLost, AServerOfItsOwnThatSomebodyElseEndsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_after(SIGKILL).what, test::IsGolden());
}

TEST(RunLiveLost, AServerOfItsOwnThatSomebodyElseStopsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_after(SIGSTOP).what, test::IsGolden());
}

TEST(RunLiveLost, AUserWhoMayNotDoWhatTheLockDoesIsAProblemAndNoVerdict) {
  test::Servers servers;
  const auto without = [&](std::string_view user, std::string_view right) {
    servers.ask(test::plain(
        {"ACL", "SETUSER", user, "on", "nopass", "~locklab:*", "~{locklab:*", "+@all", right}));
    LiveTarget target;
    target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
    target.login.user = user;
    return problem_of(target);
  };
  const LiveProblem scripts = without("noscript", "-@scripting");
  EXPECT_EQ(scripts.exit_status, 3);
  EXPECT_THAT(scripts.what.english(), HasSubstr("NOPERM"));
  EXPECT_THAT(without("nodel", "-del").what.english(), HasSubstr("NOPERM"));
}

TEST(RunLiveLost, AServerWhoseMemoryIsFullIsAProblemAndNoVerdict) {
  test::Servers servers;
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  const test::FilledOnceHeld filled(servers);
  const LiveProblem problem = problem_of(target);
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what.english(), HasSubstr("OOM"));
  EXPECT_THAT(problem.remedy, test::IsGolden());
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
    // Whichever of the two, the lab or its server, has none left first.
    const std::string what = problem->what.english();
    const bool said = what.find("oo many open files") != std::string::npos ||
                      what.find("max number of clients") != std::string::npos;
    const bool remedy = problem->remedy.english().find("fewer clients") != std::string::npos;
    return said && remedy ? problem->exit_status : 1;
  });
  EXPECT_EQ(child.wait(), 3);
}

#ifndef __SANITIZE_ADDRESS__
// The release build runs this one. The sanitizers open a pipe to look at an object's type; without
// a descriptor for it they call every type wrong.
TEST(RunLiveLost, WithHardlyADescriptorItSaysSoAndLeavesNothing) {
  for (rlim_t most = 4; most < 24; ++most) {
    test::PrivateTmpdir tmpdir;
    test::ChildProcess child([&] {
      for (int file = 3; file < 64; ++file) close(file);
      const rlimit few{most, most};
      setrlimit(RLIMIT_NOFILE, &few);
      const auto result = run_live(long_run(), {});
      const auto* problem = std::get_if<LiveProblem>(&result);
      return problem ? problem->exit_status : 0;
    });
    const int status = child.wait();
    EXPECT_TRUE(status == 3 || status == 0) << "status " << status << " with " << most;
    EXPECT_TRUE(test::all_children_end()) << most;
    EXPECT_TRUE(tmpdir.empty()) << most;
  }
}
#endif

TEST(RunLiveLost, AServerThatSaysTheSameToEverythingIsNoRedis) {
  for (const char* answer : {"+OK\r\n", "$-1\r\n", ":1\r\n"}) {
    test::FakeServer server([answer](test::FakeServer::Peer& peer) {
      while (!peer.hear().empty()) peer.say(answer);
    });
    LiveTarget target;
    target.servers = {{"127.0.0.1", server.port()}};
    const LiveProblem problem = problem_of(target);
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
    LiveTarget target;
    target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
    sim::Scenario s = long_run();
    s.strategy = strategy;
    s.lock.how = How::multi;
    s.lock.node_timeout = 20ms;
    s.run_for = 2500ms;
    std::thread stranger([&] {
      test::wait_for([&] { return test::lock_is_held(servers[0].endpoint().port); });
      servers[0].stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(1'300));  // the silence itself
      servers[0].go_on();
    });
    const auto result = run_live(s, target);
    stranger.join();
    const auto* run = std::get_if<LiveRun>(&result);
    ASSERT_TRUE(run) << strategy << ": " << std::get<LiveProblem>(result).what.english();
    const std::vector<Sentence> silences = long_silences(run->trace);
    ASSERT_EQ(silences.size(), 1u) << strategy;
    EXPECT_THAT(silences[0].english(), HasSubstr("n1 gave no answer for 1"));
  }
}

TEST(RunLiveLost, WhatAServerWritesCannotCommandATerminal) {
  test::FakeServer server([](test::FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("-ERR \033[31mred\033]0;title\007\r\n");
  });
  LiveTarget target;
  target.servers = {{"127.0.0.1", server.port()}};
  const LiveProblem problem = problem_of(target);
  EXPECT_THAT(problem.what.english(), HasSubstr("red"));
  EXPECT_EQ(problem.what.english().find('\033'), std::string::npos);
  EXPECT_EQ(problem.what.english().find('\007'), std::string::npos);
}

TEST(RunLiveLost, KeysThatCouldNotBeRemovedAreNamed) {
  test::Servers servers;
  servers.ask(test::plain({"ACL", "SETUSER", "keeper", "on", "nopass", "~*", "+@all"}));
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  target.login.user = "keeper";
  sim::Scenario s = long_run();
  s.run_for = 300ms;
  s.clients[0].work = 60s;
  std::thread stranger([&] {
    test::wait_for([&] { return test::lock_is_held(servers[0].endpoint().port); });
    servers.ask(test::plain({"ACL", "SETUSER", "keeper", "-del"}));
  });
  const auto result = run_live(s, target);
  stranger.join();
  const auto* run = std::get_if<LiveRun>(&result);
  ASSERT_TRUE(run) << std::get<LiveProblem>(result).what.english();
  EXPECT_GT(run->trace.size(), 2u) << "a run that came to its end is shown";
  ASSERT_TRUE(run->left);
  EXPECT_EQ(run->left->exit_status, 3);
  EXPECT_THAT(run->left->what, test::IsGolden()) << "its own mark too";
}

TEST(RunLiveLost, AKeyThatTheRunHasRemovedItselfIsNotNamedAsLeft) {
  test::Servers servers;
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  sim::Scenario s = long_run();
  s.run_for = 800ms;
  s.clients.resize(2, s.clients[0]);
  s.clients[0].rounds = 1;
  s.clients[1].name = "bob";
  s.clients[1].lock = "locklab:other";
  s.clients[1].start = 200ms;
  s.clients[1].work = 60s;
  std::thread stranger([&] {
    test::wait_for([&] { return servers.ask(get("locklab:other")).kind == Reply::Kind::text; });
    servers.ask(test::plain({"ACL", "SETUSER", "default", "-del"}));
  });
  const auto result = run_live(s, target);
  stranger.join();
  const auto* run = std::get_if<LiveRun>(&result);
  ASSERT_TRUE(run) << std::get<LiveProblem>(result).what.english();
  ASSERT_TRUE(run->left);
  EXPECT_THAT(run->left->what, test::IsGolden());
}

TEST(RunLiveLost, APasswordThatIsSetInTheMiddleOfARunIsNotInTheWayOfThoseWhoAreLoggedIn) {
  test::Servers servers;
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  sim::Scenario s = long_run();
  s.run_for = 300ms;
  s.clients[0].work = 60s;
  std::thread stranger([&] {
    test::wait_for([&] { return test::lock_is_held(servers[0].endpoint().port); });
    servers.ask(test::plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
  });
  const auto result = run_live(s, target);
  stranger.join();
  const auto* run = std::get_if<LiveRun>(&result);
  ASSERT_TRUE(run) << std::get<LiveProblem>(result).what.english();
  redis::BlockingClient witness(servers[0].endpoint(), {.password = "open-sesame"});
  const std::int64_t left = witness.call(Command("DBSIZE"), 5s).integer;
  EXPECT_EQ(left > 0, run->left.has_value());
  if (run->left) {
    EXPECT_THAT(run->left->what.english(), HasSubstr("NOAUTH"));
  }
}

TEST(RunLiveLost, OfTwoRunsOnOneServerTheSecondIsRefused) {
  test::Servers servers;
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  sim::Scenario first = long_run();
  first.run_for = 60s;
  test::ChildProcess child([&] {
    const auto result = run_live(first, target);
    const auto* problem = std::get_if<LiveProblem>(&result);
    return problem ? problem->exit_status : 0;
  });
  // Another key: that would not be in the way.
  sim::Scenario second = long_run();
  second.lock.key = "locklab:other";
  second.clients[0].rounds = 1;
  test::wait_for([&] { return servers.ask(get("locklab:run")).kind == Reply::Kind::text; });
  const auto refused = run_live(second, target);
  ASSERT_TRUE(std::holds_alternative<LiveProblem>(refused));
  EXPECT_THAT(std::get<LiveProblem>(refused).what, test::IsGolden());
  child.signal(SIGTERM);
  EXPECT_EQ(child.wait(), terminated_status);
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << "its mark is left";
  const auto ran = run_live(second, target);
  EXPECT_TRUE(std::holds_alternative<LiveRun>(ran));
}

TEST(RunLiveLost, AStockThatItsLockNeverTouchesIsNotInTheWay) {
  test::Servers servers;
  servers.ask(test::plain({"SET", "locklab:stock", "somebody's"}));
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  sim::Scenario s = long_run();
  s.clients[0].rounds = 1;
  EXPECT_TRUE(std::holds_alternative<LiveRun>(run_live(s, target)));
  EXPECT_TRUE(servers.ask(get("locklab:stock")).is_text("somebody's"));
}

}  // namespace
}  // namespace locklab::app
