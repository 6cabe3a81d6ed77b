// Live runs with many clients: they neither starve each other nor the signals.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <variant>

#include "app/live/ready_watch.h"
#include "app/live/run_live.h"
#include "sim/check/check.h"
#include "tests/support/child_process.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

/// Each client with a lock of its own, as fast as it can.
sim::Scenario crowd(std::uint32_t clients, std::uint32_t rounds) {
  sim::Scenario scenario;
  scenario.name = "crowd";
  scenario.strategy = "set_px_lua";
  scenario.lock.ttl = std::chrono::seconds(10);
  sim::NodeSpec node;
  node.name = "n1";
  scenario.nodes.push_back(node);
  for (std::uint32_t i = 0; i < clients; ++i) {
    sim::ClientSpec client;
    client.name = fmt::format("c{}", i + 1);
    client.lock = fmt::format("locklab:lock{}", i + 1);
    client.rounds = rounds;
    client.touch = false;
    scenario.clients.push_back(client);
  }
  return scenario;
}

std::int64_t commands_run_by(test::Servers& servers) {
  const Reply info = servers.ask(test::plain({"INFO", "stats"}));
  return std::stoll("0" + std::string(info_field(info.text, "total_commands_processed")));
}

TEST(RunLiveCrowd, OfSixtyFourClientsEndsPromptlyWhenItIsTold) {
  // Inference that looked at every key and every command for each event made every timer late, and
  // timers that were always due kept the loop from its signals for minutes.
  test::Servers servers;
  sim::Scenario scenario = crowd(64, 1'000'000);
  scenario.lock.node_timeout = 50ms;
  LiveTarget target;
  target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
  test::ChildProcess child([&] {
    const auto result = run_live(scenario, target);
    const auto* problem = std::get_if<LiveProblem>(&result);
    return problem ? problem->exit_status : 0;
  });
  while (commands_run_by(servers) < 20'000) continue;
  const auto told = std::chrono::steady_clock::now();
  child.signal(SIGTERM);
  EXPECT_EQ(child.wait(), terminated_status);
  EXPECT_LT(std::chrono::steady_clock::now() - told, std::chrono::seconds(20));
}

void expect_whole_and_in_order(std::uint32_t clients, std::uint32_t rounds, bool processes) {
  sim::Scenario scenario = crowd(clients, rounds);
  scenario.lock.node_timeout = std::chrono::seconds(5);  // a busy machine makes nobody give up
  const auto result = run_live(scenario, {.processes = processes});
  ASSERT_TRUE(std::holds_alternative<LiveRun>(result))
      << std::get<LiveProblem>(result).what.english();
  const sim::Trace& trace = std::get<LiveRun>(result).trace;
  std::size_t sets = 0;
  std::size_t deletions = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    sets += trace[i].kind == sim::EventKind::key_set;
    deletions += trace[i].kind == sim::EventKind::key_deleted;
    ASSERT_TRUE(i == 0 || trace[i - 1].at <= trace[i].at);
  }
  EXPECT_EQ(sets, clients * rounds);
  EXPECT_EQ(deletions, clients * rounds);
}

TEST(RunLiveCrowd, IsRecordedWholeAndInOrder) { expect_whole_and_in_order(64, 20, false); }

TEST(RunLiveCrowd, OfProcessesIsRecordedWholeAndInOrder) {
  expect_whole_and_in_order(16, 10, true);
}

TEST(RunLiveCrowd, SaysAtWhichTimeOfDayItBegan) {
  using std::chrono::duration_cast;
  const auto now_us = [] {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return duration_cast<std::chrono::microseconds>(now).count();
  };
  const std::int64_t before = now_us();
  const auto result = run_live(crowd(1, 1), {});
  ASSERT_TRUE(std::holds_alternative<LiveRun>(result));
  const sim::Trace& trace = std::get<LiveRun>(result).trace;
  ASSERT_TRUE(trace.info.began_us);
  EXPECT_GE(*trace.info.began_us, before);
  EXPECT_LE(*trace.info.began_us + trace.back().at, now_us());
}

TEST(RunLiveCrowd, NamesItsServersAndTheirVersions) {
  const auto result = run_live(crowd(1, 1), {});
  ASSERT_TRUE(std::holds_alternative<LiveRun>(result));
  const auto& servers = std::get<LiveRun>(result).trace.info.servers;
  ASSERT_EQ(servers.size(), 1u);
  EXPECT_THAT(servers[0].address, testing::StartsWith("127.0.0.1:"));
  EXPECT_THAT(servers[0].version, testing::MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+"));
}

}  // namespace
}  // namespace locklab::app
