// Live runs with many clients starve neither a client nor the signals.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <tuple>

#include "app/live/servers/info_field.h"
#include "tests/support/child_process.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"

namespace locklab::app {
namespace {

/// Clients with a lock each, as fast as they can.
sim::Scenario crowd(std::uint32_t clients, std::uint32_t rounds) {
  sim::Scenario scenario = sim::small_world("set_px_lua", 0);
  scenario.lock.ttl = 10s;
  scenario.lock.node_timeout = 5s;  // so that no client gives up on a busy machine
  for (std::uint32_t i = 0; i < clients; ++i) {
    scenario.clients.push_back({.name = fmt::format("c{}", i + 1),
                                .rounds = rounds,
                                .lock = fmt::format("locklab:lock{}", i + 1),
                                .touch = false});
  }
  return scenario;
}

std::int64_t commands_run_by(test::Servers& servers) {
  const Reply info = servers.ask(test::plain({"INFO", "stats"}));
  return std::stoll("0" + std::string(info_field(info.text, "total_commands_processed")));
}

TEST(RunLiveCrowd, OfSixtyFourClientsEndsPromptlyWhenItIsTold) {
  // Regression: inference that visited every key and command for each event made every timer late,
  // and timers that were always due kept the loop from its signals for minutes.
  test::Servers servers;
  sim::Scenario scenario = crowd(64, 1'000'000);
  scenario.lock.node_timeout = 50ms;
  test::ChildProcess child(
      [&] { return test::status_of(run_live(scenario, test::target_of(servers))); });
  while (commands_run_by(servers) < 20'000) continue;
  const auto told = std::chrono::steady_clock::now();
  child.signal(SIGTERM);
  EXPECT_EQ(child.wait(), terminated_status);
  EXPECT_LT(std::chrono::steady_clock::now() - told, std::chrono::seconds(20));
}

TEST(RunLiveCrowd, IsRecordedWholeAndInOrder) {
  for (const auto& [clients, rounds, processes] :
       {std::tuple(64u, 20u, false), std::tuple(16u, 10u, true)}) {
    const sim::Trace trace =
        test::live_trace(crowd(clients, rounds), nullptr, {.processes = processes});
    for (std::size_t i = 1; i < trace.size(); ++i) ASSERT_LE(trace[i - 1].at, trace[i].at);
    EXPECT_EQ(sim::count(trace, sim::EventKind::key_set), clients * rounds);
    EXPECT_EQ(sim::count(trace, sim::EventKind::key_deleted), clients * rounds);
  }
}

TEST(RunLiveCrowd, SaysAtWhichTimeOfDayItBeganAndOnWhichServersAndVersions) {
  using std::chrono::duration_cast;
  const auto now_us = [] {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return duration_cast<std::chrono::microseconds>(now).count();
  };
  const std::int64_t before = now_us();
  const sim::Trace trace = test::live_trace(crowd(1, 1));
  ASSERT_TRUE(trace.info.began_us);
  EXPECT_GE(*trace.info.began_us, before);
  EXPECT_LE(*trace.info.began_us + trace.back().at, now_us());
  const auto& servers = trace.info.servers;
  ASSERT_EQ(servers.size(), 1u);
  EXPECT_THAT(servers[0].address, testing::StartsWith("127.0.0.1:"));
  EXPECT_THAT(servers[0].version, testing::MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+"));
}

}  // namespace
}  // namespace locklab::app
