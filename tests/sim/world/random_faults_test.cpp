// In every world, whatever its faults and their overlaps: the history obeys its rules, a second run
// is the same, and a saved trace opens with the same verdicts. A failing world is reduced and
// printed as a scenario file. LOCKLAB_SEED=n repeats one world.
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "lock/strategy.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/dice.h"
#include "sim/world/simulate.h"
#include "sim/world/world.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"
#include "tests/support/read.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

TEST(RandomFaults, AreReadFromAFile) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = random_faulty_world(seed).to_toml();
    EXPECT_EQ(problem_in(read_scenario(text, "faulty.toml")).english(), "") << text;
  }
}

TEST(RandomFaults, TheHistoryKeepsItsRules) {
  try_faulty_worlds([](const Scenario& scenario) { return wrong_with_run(scenario).value_or(""); });
}

TEST(RandomFaults, AreOfEveryKindAndStrikeEveryLock) {
  std::set<FaultKind> kinds;
  std::set<std::string> locks;
  std::size_t three_at_once = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Scenario scenario =
        value_of(read_scenario(random_faulty_world(seed).to_toml(), "faulty.toml"));
    locks.insert(scenario.strategy);
    for (const Fault& fault : scenario.faults) kinds.insert(fault.kind);
    three_at_once += scenario.faults.size() >= 3;
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(FaultKind::count_));
  EXPECT_EQ(locks.size(), strategies().size());
  EXPECT_GT(three_at_once, 100u);
}

TEST(RandomFaults, ThatBreakARuleAreShownAsAScenarioOfAFewLines) {
  setenv("LOCKLAB_FIRST_SEED", "1", 1);  // other seeds may leave longer worlds
  // Takes a pause of a client for a broken rule.
  const auto no_pause = [](const Scenario& scenario) -> std::string {
    const Trace trace = simulate(scenario);
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (trace[i].kind == EventKind::client_paused) return "a client is paused";
    return "";
  };
  testing::TestPartResultArray reports;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &reports);
    try_faulty_worlds(no_pause);
  }
  unsetenv("LOCKLAB_FIRST_SEED");
  ASSERT_EQ(reports.size(), 1);
  const std::string said = reports.GetTestPartResult(0).message();
  EXPECT_THAT(said, HasSubstr("a client is paused"));
  EXPECT_THAT(said, HasSubstr("pause = {"));
  const std::size_t fault = said.find("[[fault]]");
  ASSERT_NE(fault, said.npos);
  EXPECT_EQ(said.find("[[fault]]", fault + 1), said.npos) << said;
  EXPECT_LT(std::count(said.begin(), said.end(), '\n'), 20) << said;
}

/// Subscribes, publishes and listens at one node after the other, whatever the results.
Task<> talk(Env& env, std::size_t nodes, Duration patience) {
  for (std::size_t i = 0; i < 12; ++i) {
    const auto node = static_cast<NodeId>(i % nodes);
    co_await env.call(node, subscribe("locklab:talk"), patience);
    co_await env.call(node, publish("locklab:talk", std::to_string(i)), patience);
    co_await env.listen(node, 4ms);
    co_await env.sleep(3ms);
    co_await env.listen(node, 8ms);
  }
}

/// A run in which every client talks besides running its program.
Trace talkative_run(const Scenario& scenario) {
  Dice dice(scenario.seed);
  World world(scenario, dice);
  for (std::size_t i = 0; i < scenario.clients.size(); ++i)
    world.run_also(static_cast<ClientId>(i), [&scenario](Actor& self) {
      return talk(self, scenario.nodes.size(), scenario.lock.node_timeout);
    });
  world.run();
  return std::move(world.trace());
}

TEST(RandomFaults, WhatNodesPushKeepsTheRulesToo) {
  try_faulty_worlds([](const Scenario& scenario) {
    return wrong_with_run(scenario, talkative_run).value_or("");
  });
}

TEST(RandomFaults, MuchIsPushedAmongThem) {
  std::size_t heard = 0;
  std::size_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto read = read_scenario(random_faulty_world(seed).to_toml(), "faulty.toml");
    const Trace trace = talkative_run(std::get<Scenario>(read));
    for (std::size_t i = 0; i < trace.size(); ++i) {
      heard += trace[i].kind == EventKind::push_received;
      lost += trace[i].kind == EventKind::pushed;
    }
  }
  lost -= heard;
  EXPECT_GT(heard, 1000u);
  EXPECT_GT(lost, 100u);
}

}  // namespace
}  // namespace locklab::sim
