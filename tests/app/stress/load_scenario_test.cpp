// A load as a scenario: the parts of the load that it keeps, and that its simulation shows what the
// load found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "app/runs/judged_run.h"
#include "app/stress/load/load_scenario.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"
#include "tests/app/lines_with.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using sim::Property;

std::string text_of(const StressWork& work, Language language = Language::english) {
  return sim::value_of(scenario_of(sim::Library(), work, language));
}

sim::Scenario scenario_in(const std::string& text) {
  SCOPED_TRACE(text);
  return sim::value_of(sim::read_scenario(text, "load.toml"));
}

StressWork paused_holder(std::string_view id) {
  StressWork work = test::short_load(id);
  work.lock.ttl = 300ms;
  work.duration = 3s;
  work.strikes = test::strikes({"at 1s pause holder 800ms"});
  return work;
}

sim::Kept judged(const sim::Scenario& scenario, Property property) {
  return sim::check(sim::simulate(scenario)).at(static_cast<std::size_t>(property)).kept;
}

TEST(LoadScenario, ShowsTheBrokenPromiseThatTheLoadFound) {
  const sim::Scenario scenario = scenario_in(text_of(paused_holder("set_px_del")));
  EXPECT_EQ(judged(scenario, Property::mutual_exclusion), sim::Kept::broken);
  EXPECT_EQ(judged(scenario, Property::no_lost_update), sim::Kept::broken);
  EXPECT_EQ(scenario.expect.verdicts[static_cast<std::size_t>(Property::mutual_exclusion)],
            sim::Kept::broken);
  EXPECT_EQ(judged(scenario_in(text_of(paused_holder("fenced"))), Property::no_lost_update),
            sim::Kept::kept);
}

TEST(LoadScenario, HasTheLockAsTheLoadHadItAndFewClients) {
  StressWork work = test::short_load("redlock");
  work.clients = 5'000;
  work.lock.ttl = 700ms;
  work.lock.order = Order::parallel;
  work.lock.drift_allowance = 3ms;
  work.hold = 250us;
  work.seed = 7;
  const std::string text = text_of(work);
  EXPECT_THAT(test::lines_with("# ", text), test::IsGolden());
  const sim::Scenario scenario = scenario_in(text);
  EXPECT_EQ(scenario.strategy, "redlock");
  EXPECT_EQ(scenario.lock.ttl, work.lock.ttl);
  EXPECT_EQ(scenario.lock.retry_delay, work.lock.retry_delay);
  EXPECT_EQ(scenario.lock.node_timeout, work.lock.node_timeout);
  EXPECT_EQ(scenario.lock.order, Order::parallel);
  EXPECT_EQ(scenario.lock.drift_allowance, work.lock.drift_allowance);
  EXPECT_EQ(scenario.nodes.size(), 5u);
  ASSERT_EQ(scenario.clients.size(), 3u);
  EXPECT_EQ(scenario.clients[0].work, 250us);
  EXPECT_EQ(scenario.seed, 7u);
}

TEST(LoadScenario, ClientsThatAFaultNamesAreAmongTheFew) {
  StressWork work = test::short_load("set_px_lua");
  work.duration = 5s;
  work.choice = KeyChoice::own;
  work.keys = work.clients;
  work.strikes = test::strikes(
      {"at 1s crash client 9", "at 1500ms pause client 4 30ms", "at 2s stop n1 40ms"});
  const sim::Scenario scenario = scenario_in(text_of(work));
  ASSERT_EQ(scenario.faults.size(), 3u);
  EXPECT_EQ(scenario.faults[0].kind, sim::FaultKind::crash);
  EXPECT_EQ(scenario.faults[0].client, ClientId(0)) << "client 9 is alice here";
  EXPECT_EQ(scenario.faults[1].client, ClientId(1));
  EXPECT_EQ(*scenario.faults[1].trigger.at - *scenario.faults[0].trigger.at, 500ms);
  EXPECT_EQ(scenario.faults[2].kind, sim::FaultKind::stop);
  EXPECT_EQ(scenario.faults[2].duration, 40ms);
  EXPECT_NE(scenario.clients[0].lock, scenario.clients[1].lock) << "each has a lock of its own";
}

TEST(LoadScenario, OfAClusterIsOneServerAndSaysWhatDiffersInBothLanguages) {
  StressWork work = paused_holder("set_px_del");
  EXPECT_THAT(test::lines_with("# ", text_of(work, Language::chinese)), test::IsGolden("Chinese"));
  work.cluster = 3;
  const std::string text = text_of(work);
  EXPECT_THAT(test::lines_with("# ", text), test::IsGolden());
  const sim::Scenario scenario = scenario_in(text);
  EXPECT_EQ(scenario.nodes.size(), 1u);
  EXPECT_EQ(scenario.faults.size(), 1u);
}

class LoadScenarioOfEachLock : public testing::TestWithParam<std::string> {};

TEST_P(LoadScenarioOfEachLock, IsReadAndComesOutAsItExpects) {
  StressWork work = test::short_load(GetParam());
  work.fsync = Fsync::everysec;
  if (work.servers == 1)
    work.strikes =
        test::strikes({"at 100ms kill n1", "at 200ms restart n1", "at 300ms jump n1 20s"});
  sim::OpenedRun opened;
  opened.scenario = scenario_in(text_of(work));
  EXPECT_TRUE(simulate_and_judge(opened).as_expected());
}

INSTANTIATE_TEST_SUITE_P(Locks, LoadScenarioOfEachLock, testing::ValuesIn(test::every_lock()),
                         [](const auto& id) { return id.param; });

}  // namespace
}  // namespace locklab::app
