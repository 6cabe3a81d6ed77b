// A load that somebody watches and strikes while it runs, as the window does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/stress_spec.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/golden_text.h"
#include "tests/support/real_redis.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_IN_TIME(StressOrders, AHolderThatIsPausedByOrderBreaksALockAndTheFaultIsInTheResult) {
  StressWork work = test::short_load("set_px_lua");
  work.lock.ttl = 50ms;
  work.duration = 600ms;
  StrikeOrders orders;
  StressOptions options;
  options.orders = &orders;
  std::vector<Strike> struck;
  options.phase = [&](StressPhase phase) {
    if (phase == StressPhase::preparing) struck.clear();  // the load may be made again
    if (phase == StressPhase::measuring)
      orders.add({.kind = StrikeKind::pause, .who = any_holder, .lasts = 250ms});
  };
  options.ordered = [&](const Strike& one) { struck.push_back(one); };
  const StressResult result = test::loaded(work, options);
  EXPECT_GT(result.count(Harm::overlap), 0u);
  ASSERT_EQ(struck.size(), 1u);
  EXPECT_EQ(result.work.strikes, struck);
  EXPECT_EQ(struck[0].kind, StrikeKind::pause);
  EXPECT_GE(struck[0].at, 0us);
  EXPECT_LT(struck[0].at, work.duration);
}

/// A load that is struck as soon as it is measured, and ends once something was seen.
StressResult struck_until(const std::atomic<bool>& seen, const StressWork& work,
                          StressOptions options, const Strike& strike) {
  options.phase = [&](StressPhase phase) {
    if (phase == StressPhase::measuring) options.orders->add(strike);
  };
  auto made = run_stress(work, options, seen);
  if (auto* result = std::get_if<StressResult>(&made)) return std::move(*result);
  ADD_FAILURE() << sentence(std::get<LiveProblem>(made)).english();
  return {.work = work};
}

TEST_IN_TIME(StressOrders, AServerOfItsOwnIsKilledAndRestartedByOrderAndTheLoadGoesOn) {
  StressWork work = test::short_load("redlock");
  test::lock_apart(work);
  work.duration = 100s;
  StrikeOrders orders;
  StressOptions options;
  options.orders = &orders;
  int restarts = 0;
  options.ordered = [&](const Strike& one) { restarts += one.kind == StrikeKind::restart; };
  std::atomic<bool> goes_on = false;  // which ends it
  options.progress = [&](const StressProgress& now) {
    if (restarts == 0) return orders.add({.kind = StrikeKind::restart, .who = 0});
    goes_on = now.locks > 0;
  };
  const StressResult result =
      struck_until(goes_on, work, options, {.kind = StrikeKind::kill, .who = 0});
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_TRUE(goes_on);
  EXPECT_EQ(result.work.strikes.size(), 2u);
  EXPECT_GT(result.measures.counts.silences, 0u);
}

TEST_IN_TIME(StressOrders, AClockThatJumpsByOrderEndsALeaseWhileItsHolderIsInside) {
  StressWork work = test::short_load("set_px_lua");
  work.hold = 50ms;
  work.duration = 100s;
  StrikeOrders orders;
  StressOptions options;
  options.orders = &orders;
  std::atomic<bool> seen = false;  // which ends it
  options.progress = [&](const StressProgress& now) { seen = now.violations > 0; };
  const Strike jump{.kind = StrikeKind::jump, .who = 0, .by = 2 * work.lock.ttl};
  const StressResult result = struck_until(seen, work, options, jump);
  EXPECT_GT(result.count(Harm::overlap), 0u);
  ASSERT_EQ(result.work.strikes.size(), 1u);
  EXPECT_THAT(to_string(result.work.strikes[0]), HasSubstr("jump n1 20s"));
}

TEST_IN_TIME(StressOrders, AServerThatTheLabDidNotStartIsNeverStruck) {
  const test::RealRedis redis;
  StressWork work = test::short_load("set_px_lua");
  work.own_servers = false;
  StrikeOrders orders;
  StressOptions options;
  options.target.servers = {{"127.0.0.1", static_cast<std::uint16_t>(redis.port())}};
  options.orders = &orders;
  options.phase = [&](StressPhase phase) {
    if (phase != StressPhase::measuring) return;
    orders.add({.kind = StrikeKind::kill, .who = 0});
    orders.add({.kind = StrikeKind::stop, .who = 0, .lasts = 100ms});
    orders.add({.kind = StrikeKind::crash, .who = 99});
  };
  const StressResult result = test::loaded(work, options);
  EXPECT_FALSE(result.problem);
  EXPECT_TRUE(result.work.strikes.empty());
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

TEST_IN_TIME(StressOrders, ItTellsItsPhasesInOrderAndEachSecondWithWaitsAndShares) {
  StressWork work = test::short_load("set_px_lua");
  work.duration = 2'300ms;
  StressOptions options;
  std::vector<StressPhase> phases;
  std::vector<StressProgress> told;
  options.phase = [&](StressPhase phase) {
    if (phase == StressPhase::preparing) phases.clear(), told.clear();  // it may be made again
    phases.push_back(phase);
  };
  options.progress = [&](const StressProgress& now) { told.push_back(now); };
  const StressResult result = test::loaded(work, options);
  EXPECT_THAT(phases,
              ElementsAre(StressPhase::preparing, StressPhase::limit_before, StressPhase::warm_up,
                          StressPhase::measuring, StressPhase::limit_after, StressPhase::cleaning));
  ASSERT_EQ(told.size(), 2u);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].second, i + 1);
    EXPECT_EQ(told[i].locks, result.measures.seconds[i].counts.acquired);
    EXPECT_EQ(told[i].p99_us, result.measures.seconds[i].acquire.quantile(99, 100));
    EXPECT_GE(told[i].p99_us, told[i].p50_us);
    EXPECT_EQ(told[i].longest_wait_us, result.measures.seconds[i].longest_wait_us);
    EXPECT_GT(told[i].longest_wait_us, 0) << "16 clients wait for one lock";
    EXPECT_EQ(told[i].limit, result.limit_before);
    ASSERT_EQ(told[i].shares.size(), work.clients);
    std::uint64_t shared = 0;
    for (const std::uint64_t share : told[i].shares) shared += share;
    sum += told[i].locks;
    EXPECT_EQ(shared, sum);
  }
}

/// A load that is stopped as soon as it enters the phase.
StressResult stopped_at(StressPhase phase, StressWork work) {
  std::atomic<bool> cancel = false;
  StressOptions options;
  options.phase = [&](StressPhase entered) { cancel = cancel || entered == phase; };
  auto result = run_stress(work, options, cancel);
  if (const auto* problem = std::get_if<LiveProblem>(&result)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {.work = work};
  }
  return std::move(std::get<StressResult>(result));
}

TEST_IN_TIME(StressOrders, StoppedWhileTheLimitIsMeasuredNoClientBegins) {
  for (const StressPhase phase : {StressPhase::preparing, StressPhase::limit_before}) {
    StressWork work = test::short_load("set_px_lua");
    work.hold = 10h;  // whoever is inside would have to be waited for
    const StressResult result = stopped_at(phase, work);
    EXPECT_TRUE(result.interrupted);
    EXPECT_FALSE(result.limit_before);
    EXPECT_EQ(result.rate(), 0);
    EXPECT_EQ(result.measures.counts.attempts, 0u);
    EXPECT_FALSE(result.left) << test::on_any_machine;
  }
}

TEST_IN_TIME(StressOrders, StoppedWhileTheLimitIsMeasuredAgainTheLoadIsKeptWhole) {
  const StressResult result = stopped_at(StressPhase::limit_after, test::short_load("set_px_lua"));
  EXPECT_FALSE(result.interrupted);
  EXPECT_TRUE(result.limit_before);
  EXPECT_FALSE(result.limit_after);
  EXPECT_GT(result.rate(), 0);
}

TEST_IN_TIME(StressOrders, ThePhasesBesideTheMeasuringTellHowFarTheyAre) {
  StressWork work = test::short_load("set_px_lua");
  work.duration = work.warm_up = 2s;
  StressOptions options;
  std::map<StressPhase, std::vector<double>> parts;
  StressPhase now{};
  int limits_after = 0;  // one that something disturbs is measured again
  options.phase = [&](StressPhase phase) {
    now = phase;
    if (phase != StressPhase::preparing) return;
    parts.clear();  // the load may be made again
    limits_after = 0;
  };
  options.part = [&](double part) {
    std::vector<double>& told = parts[now];
    if (now == StressPhase::limit_after && !told.empty() && part < told.back()) {
      ++limits_after;
      told.clear();
    }
    told.push_back(part);
  };
  test::loaded(work, options);
  EXPECT_LT(limits_after, 3);
  for (const StressPhase phase :
       {StressPhase::limit_before, StressPhase::warm_up, StressPhase::limit_after}) {
    ASSERT_GT(parts[phase].size(), 1u);
    EXPECT_TRUE(std::is_sorted(parts[phase].begin(), parts[phase].end()));
    EXPECT_GE(parts[phase].front(), 0);
    EXPECT_LT(parts[phase].back(), 1);
  }
  EXPECT_EQ(parts.size(), 3u);
}

TEST(Shares, AreByClientOrByGroupsOfNeighbours) {
  EXPECT_THAT(shares_of({1, 2, 3}), ElementsAre(1, 2, 3));
  const std::vector<std::uint64_t> shares = shares_of(std::vector<std::uint64_t>(1'000, 2));
  ASSERT_EQ(shares.size(), most_shares);
  std::uint64_t sum = 0;
  for (const std::uint64_t share : shares) {
    EXPECT_GT(share, 0u);
    sum += share;
  }
  EXPECT_EQ(sum, 2'000u);
}

TEST(StressSpec, ItsDefaultsAreALoadAndWrongValuesNameTheirOption) {
  const auto works = works_of(StressSpec(), 0);
  ASSERT_TRUE(std::holds_alternative<std::vector<StressWork>>(works));
  EXPECT_EQ(std::get<0>(works).size(), 1u);
  EXPECT_FALSE(wrong_value("--clients", "64"));
  for (const auto& [option, text] : {std::pair{"--clients", "0"},
                                     {"--hold", "-1"},
                                     {"--duration", "nan"},
                                     {"--retry", "-1"},
                                     {"--rate", "fast"}}) {
    const auto problem = wrong_value(option, text);
    ASSERT_TRUE(problem) << option;
    EXPECT_EQ(problem->file, option);
    EXPECT_THAT(problem->what, test::IsGolden(option));
  }
}

TEST(StressSpec, ALockOnOneServerDoesNotTakeFive) {
  StressSpec spec;
  spec.strategies = "redlock,set_px_lua";
  spec.local = 5;
  const auto works = works_of(spec, 0);
  ASSERT_TRUE(std::holds_alternative<sim::Problem>(works));
  EXPECT_THAT(sim::sentence(std::get<1>(works)), test::IsGolden());
  spec.local.reset();
  EXPECT_TRUE(std::holds_alternative<std::vector<StressWork>>(works_of(spec, 0)));
}

}  // namespace
}  // namespace locklab::app
