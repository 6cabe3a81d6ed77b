// Loads on servers that are in trouble, before or in the middle: what is wrong is told plainly, and
// nothing hangs or is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <thread>

#include "app/live/ready_watch.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using test::Servers;
using testing::HasSubstr;

StressOptions one_of_them(Servers& servers, std::size_t i = 0) {
  StressOptions options;
  options.target.servers = {{"127.0.0.1", servers[i].endpoint().port}};
  return options;
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

/// What ended the load, which something in its first second disturbs.
std::string ended_by(const StressWork& work, StressOptions options,
                     const std::function<void()>& disturb) {
  options.progress = [&](const StressProgress& now) {
    if (now.second == 1) disturb();
  };
  const StressResult result = test::loaded(work, options);
  EXPECT_GT(result.measures.counts.acquired, 0u) << "what was measured before is kept";
  return result.problem ? sentence(*result.problem).english() : "nothing";
}

TEST(StressLostServer, ItsOwnThatSomebodyKillsIsTold) {
  test::PrivateTmpdir tmpdir;
  StressWork work = long_load();
  work.own_servers = true;
  const std::string said = ended_by(work, {}, [&] {
    const std::uint16_t port = test::port_of_server_below(tmpdir.path());
    const Reply info = test::ask_at(port, Command("INFO"), test::login_below(tmpdir.path()));
    ::kill(std::stoi(std::string(info_field(info.text, "process_id"))), SIGKILL);
  });
  EXPECT_THAT(said, HasSubstr("was lost in the middle of the load (its process has ended)"));
  EXPECT_TRUE(test::all_children_end());
  EXPECT_TRUE(tmpdir.empty());
}

TEST(StressLostServer, ANamedOneThatDiesInTheMiddleIsTold) {
  Servers servers;
  EXPECT_THAT(ended_by(long_load(), one_of_them(servers), [&] { servers[0].kill(); }),
              HasSubstr("was lost in the middle of the load"));
}

TEST(StressLostServer, ANamedOneThatIsFullInTheMiddleIsTold) {
  Servers servers;
  const std::string said = ended_by(long_load(), one_of_them(servers), [&] {
    servers.ask(test::plain({"CONFIG", "SET", "maxmemory", "1"}));
  });
  EXPECT_THAT(said, HasSubstr("OOM"));
  EXPECT_THAT(said, HasSubstr("its memory is full"));
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0));
}

TEST(StressLostServer, WhatItRefusesBeforehandIsTold) {
  Servers servers({{.name = "n1"}, {.name = "n2", .replica_of = 0}});
  StressOptions options = one_of_them(servers, 1);
  options.may_be_disturbed = true;
  EXPECT_THAT(sentence(refusal(long_load(), options)).english(), HasSubstr("name its master"));
  options = one_of_them(servers, 0);
  options.may_be_disturbed = true;
  servers.ask(test::plain({"CONFIG", "SET", "maxmemory", "1"}));
  EXPECT_THAT(refusal(long_load(), options).what.english(), HasSubstr("OOM"));
  servers.ask(test::plain({"CONFIG", "SET", "requirepass", "secret"}));
  EXPECT_THAT(sentence(refusal(long_load(), options)).english(),
              HasSubstr("LOCKLAB_REDIS_PASSWORD"));
}

TEST(StressLostServer, ThatOthersUseNeedsAYes) {
  Servers servers;
  redis::BlockingClient other(servers[0].endpoint(), {});
  ASSERT_EQ(other.call(Command("PING")), Reply::status("PONG"));
  const LiveProblem problem = refusal(long_load(), one_of_them(servers));
  EXPECT_THAT(sentence(problem).english(), HasSubstr("somebody else is connected"));
  EXPECT_THAT(sentence(problem).english(), HasSubstr("allow it (--yes)"));
  EXPECT_EQ(problem.exit_status, 2);
  StressOptions options = one_of_them(servers);
  options.may_be_disturbed = true;
  StressWork work = long_load();
  work.duration = 200ms;
  const StressResult result = test::loaded(work, options);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_THAT(result.warnings[0].english(), HasSubstr("its figures count them too"));
}

TEST(StressLostServer, ThatTakesTooFewConnectionsIsToldBeforehand) {
  Servers servers;
  servers.ask(test::plain({"CONFIG", "SET", "maxclients", "20"}));
  StressWork work = long_load();
  work.connections = 30;
  EXPECT_THAT(refusal(work, one_of_them(servers)).what.english(),
              HasSubstr("takes 20 (maxclients)"));
}

TEST(StressLostServer, ThatIsNotThereIsTold) {
  StressOptions options;
  options.target.servers = {{"127.0.0.1", 1}};
  EXPECT_THAT(refusal(long_load(), options).what.english(), HasSubstr("cannot reach a Redis"));
}

}  // namespace
}  // namespace locklab::app
