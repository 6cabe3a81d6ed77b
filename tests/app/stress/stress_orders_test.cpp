// A load that is watched and gets faults while it runs, as from the window.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "app/load/stress_spec.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/real_redis.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A load with a queue of orders for faults.
struct Ordered {
  explicit Ordered(std::string_view id) : work(test::short_load(id)) { options.orders = &orders; }
  Ordered(const Ordered&) = delete;
  Ordered& operator=(const Ordered&) = delete;
  /// Orders these faults as soon as the measured part begins.
  void strike_when_measured(const std::vector<const char*>& lines) {
    options.phase = [this, strikes = test::strikes(lines)](StressPhase phase) {
      for (const Strike& one : strikes)
        if (phase == StressPhase::measuring) orders.add(one);
    };
  }
  /// Runs the load until `seen` is true, for at most 100 s.
  StressResult run_until(const std::atomic<bool>& seen) {
    work.duration = 100s;
    return test::result_of(run_stress(work, options, seen), work);
  }

  StressWork work;
  StrikeOrders orders;
  StressOptions options;
};

TEST_IN_TIME(StressOrders, AHolderThatIsPausedByOrderBreaksALockAndTheFaultIsInTheResult) {
  Ordered load("set_px_lua");
  load.work.lock.ttl = 50ms;
  load.work.duration = 600ms;
  load.strike_when_measured({"now pause holder 250ms"});
  std::vector<Strike> struck;
  load.options.ordered = [&](const Strike& one) { struck = {one}; };  // the load may be made again
  const StressResult result = test::loaded(load.work, load.options);
  EXPECT_GT(result.count(Harm::overlap), 0u);
  ASSERT_EQ(struck.size(), 1u);
  EXPECT_EQ(result.work.strikes, struck);
  EXPECT_EQ(struck[0].fault.kind, sim::FaultKind::pause);
  EXPECT_GE(struck[0].at(), 0us);
  EXPECT_LT(struck[0].at(), load.work.duration);
}

TEST_IN_TIME(StressOrders, AServerOfItsOwnIsKilledAndRestartedByOrderAndTheLoadGoesOn) {
  Ordered load("redlock");
  test::lock_apart(load.work);
  load.strike_when_measured({"now kill n1"});
  int restarts = 0;
  load.options.ordered = [&](const Strike& one) {
    restarts += one.fault.kind == sim::FaultKind::restart;
  };
  std::atomic<bool> goes_on = false;
  load.options.progress = [&](const StressProgress& now) {
    if (restarts == 0) return load.orders.add(test::strikes({"now restart n1"})[0]);
    goes_on = now.locks > 0;
  };
  const StressResult result = load.run_until(goes_on);
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_TRUE(goes_on);
  EXPECT_EQ(result.work.strikes.size(), 2u);
  EXPECT_GT(result.measures.counts.silences, 0u);
}

TEST_IN_TIME(StressOrders, AClockThatJumpsByOrderEndsALeaseWhileItsHolderIsInside) {
  Ordered load("set_px_lua");
  load.work.hold = 50ms;
  load.strike_when_measured({"now jump n1 20s"});
  std::atomic<bool> seen = false;
  load.options.progress = [&](const StressProgress& now) { seen = now.violations > 0; };
  const StressResult result = load.run_until(seen);
  EXPECT_GT(result.count(Harm::overlap), 0u);
  ASSERT_EQ(result.work.strikes.size(), 1u);
  EXPECT_THAT(to_string(result.work.strikes[0]), HasSubstr("jump n1 20s"));
}

TEST_IN_TIME(StressOrders, AFaultThatWouldHaveNoEffectIsRefused) {
  Ordered load("set_px_lua");
  load.strike_when_measured({"now restart n1"});
  std::vector<Strike> refused;
  load.options.refused = [&](const Strike& one) { refused = {one}; };  // may be made again
  const StressResult result = test::loaded(load.work, load.options);
  EXPECT_TRUE(result.work.strikes.empty());
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].fault.kind, sim::FaultKind::restart);
}

TEST_IN_TIME(StressOrders, AServerThatTheLabDidNotStartIsNeverStruck) {
  const test::RealRedis redis;
  Ordered load("set_px_lua");
  load.work.own_servers = false;
  load.options.target.servers = {{"127.0.0.1", static_cast<std::uint16_t>(redis.port())}};
  load.strike_when_measured({"now kill n1", "now stop n1 100ms", "now crash client 100"});
  std::size_t refused = 0;
  load.options.refused = [&](const Strike&) { ++refused; };
  const StressResult result = test::loaded(load.work, load.options);
  EXPECT_FALSE(result.problem);
  EXPECT_TRUE(result.work.strikes.empty());
  EXPECT_GE(refused, 3u) << "none is dropped silently, and the load may be made again";
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& shares) {
  return std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
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
    sum += told[i].locks;
    EXPECT_EQ(sum_of(told[i].shares), sum);
  }
}

/// A load that is cancelled when it enters `phase`.
StressResult stopped_at(StressPhase phase, StressWork work) {
  std::atomic<bool> cancel = false;
  StressOptions options;
  options.phase = [&](StressPhase entered) { cancel = cancel || entered == phase; };
  return test::result_of(run_stress(work, options, cancel), work);
}

TEST_IN_TIME(StressOrders, StoppedWhileTheLimitIsMeasuredNoClientBegins) {
  for (const StressPhase phase : {StressPhase::preparing, StressPhase::limit_before}) {
    StressWork work = test::short_load("set_px_lua");
    work.hold = 10h;  // a client inside would have to be waited for
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
  int limits_after = 0;  // a disturbed limit is measured again
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
  EXPECT_EQ(shares.size(), most_shares);
  EXPECT_THAT(shares, testing::Each(testing::Gt(0u)));
  EXPECT_EQ(sum_of(shares), 2'000u);
}

TEST(StressSpec, ItsDefaultsAreALoadAndWrongValuesNameTheirOption) {
  EXPECT_EQ(sim::value_of(works_of(StressSpec(), 0)).size(), 1u);
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
  const Sentence said = sim::problem_in(works_of(spec, 0));
  EXPECT_FALSE(said.empty());
  EXPECT_THAT(said, test::IsGolden());
  spec.local.reset();
  EXPECT_TRUE(sim::problem_in(works_of(spec, 0)).empty());
}

}  // namespace
}  // namespace locklab::app
