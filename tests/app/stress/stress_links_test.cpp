// Links that are slow, cut or reset under load: what the clients see, and that it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/stress/load_scenario.h"
#include "sim/scenario/library.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

StressWork load_with(const char* fault, std::string_view id = "set_px_lua") {
  StressWork work = test::short_load(id);
  test::lock_apart(work);
  work.duration = 600ms;
  work.lock.node_timeout = 5s;
  work.strikes = {std::get<Strike>(parse_strike(fault))};
  return work;
}

TEST_IN_TIME(StressLinks, ASlowLinkTakesItsTimeBothWaysAndIsWholeAgain) {
  const StressResult slow = test::loaded(load_with("at 100ms slow n1 25ms"));
  EXPECT_FALSE(broke_a_promise(slow)) << test::on_any_machine;
  EXPECT_GE(slow.measures.acquire.max(), 50'000u);
  const StressResult healed = test::loaded(load_with("at 100ms slow n1 25ms 100ms"));
  EXPECT_GE(healed.measures.acquire.max(), 25'000u) << "its end may come between the ways";
  EXPECT_GT(healed.measures.counts.acquired, slow.measures.counts.acquired);
}

TEST_IN_TIME(StressLinks, ACutHoldsEverybodyUpUntilItEnds) {
  const StressResult result = test::loaded(load_with("at 100ms cut n1 300ms"));
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
  EXPECT_FALSE(result.problem);
  EXPECT_GE(std::max(result.measures.acquire.max(), result.measures.release.max()), 250'000u);
  EXPECT_EQ(result.measures.counts.silences, 0u) << "what is cut comes late, and is not lost";
}

TEST_IN_TIME(StressLinks, AResetLosesWhatIsUnderWayAndTheLoadGoesOn) {
  StressWork work = load_with("at 100ms reset n1");
  work.strikes.push_back(std::get<Strike>(parse_strike("at 400ms reset n1")));
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
  EXPECT_GT(result.measures.counts.silences, 0u);
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

TEST_IN_TIME(StressLinks, AMajorityGoesOnWhileOneServerIsCutOff) {
  StressWork work = load_with("at 50ms cut n1", "redlock");
  work.lock.node_timeout = 20ms;
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
  EXPECT_FALSE(result.problem);
  EXPECT_GT(result.measures.counts.silences, 0u);
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

TEST_IN_TIME(StressLinks, OfServersOfOthersAreBrokenTooAndTheServersKnowNothing) {
  test::Servers servers;
  StressWork work = load_with("at 100ms cut n1 200ms");
  work.own_servers = false;
  work.duration = 2s;
  StressOptions options;
  options.target.servers.push_back({"127.0.0.1", servers.endpoints()[0].port});
  options.may_be_disturbed = true;
  const StressResult result = test::loaded(work, options);
  EXPECT_FALSE(result.problem);
  EXPECT_FALSE(result.left) << test::on_any_machine;
  EXPECT_GE(std::max(result.measures.acquire.max(), result.measures.release.max()), 150'000u)
      << result.measures.counts.acquired << " acquired, " << result.measures.counts.silences
      << " silences";
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << test::on_any_machine;
}

TEST(StressLinks, AreBrokenInTheScenarioOfTheLoadAsWell) {
  StressWork work = load_with("at 100ms slow n1 25ms 100ms");
  work.strikes.push_back(std::get<Strike>(parse_strike("at 200ms cut n1 50ms")));
  work.strikes.push_back(std::get<Strike>(parse_strike("at 300ms reset n1")));
  const auto text =
      scenario_of(sim::Library(LOCKLAB_SOURCE_DIR "/assets"), work, Language::english);
  ASSERT_TRUE(std::holds_alternative<std::string>(text));
  EXPECT_THAT(std::get<std::string>(text), HasSubstr("slow"));
  EXPECT_THAT(std::get<std::string>(text), HasSubstr("for_ms"));
  EXPECT_THAT(std::get<std::string>(text), HasSubstr("cut"));
  EXPECT_THAT(std::get<std::string>(text), HasSubstr("reset"));
}

TEST_IN_TIME(StressLinks, AWindowOfAViolationTellsOfThem) {
  StressWork work = test::short_load("set_px_del");
  work.lock.ttl = 30ms;
  work.duration = 500ms;
  work.strikes = {std::get<Strike>(parse_strike("at 20ms slow n1 40ms 300ms"))};
  StressOptions options;
  options.keeps_windows = true;
  const StressResult result = test::loaded(work, options);
  bool told = false;
  for (const Violation& violation : result.violations)
    for (std::size_t i = 0; violation.window && i < violation.window->size(); ++i)
      told |= (*violation.window)[i].kind == sim::EventKind::link_slowed;
  EXPECT_TRUE(told) << result.violations.size() << " violations";
}

}  // namespace
}  // namespace locklab::app
