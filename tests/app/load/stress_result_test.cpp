// Results derived from the figures of a load: its share of the limit, its seconds, its texts.
#include "app/load/stress_result.h"

#include <gmock/gmock.h>

#include <string>

#include "app/stress/report/report_text.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

StressResult result_of(const char* strategy, std::uint64_t done = 1'000) {
  StressResult result;
  result.work.strategy = find_strategy(strategy);
  result.work.lock = default_lock(*result.work.strategy);
  result.work.clients = 2;
  result.measured = 1s;
  result.measures.seconds.resize(1);
  Counts& counts = result.measures.counts;
  (result.work.critical_sections() ? counts.acquired : counts.decided) = done;
  result.measures.acquired_by_client = {done, 0};
  for (std::uint64_t i = 0; i < done; ++i) result.measures.acquire.add(100);
  return result;
}

std::string told_of(const StressResult& result) { return stress_report(result, Language::english); }

TEST(StressLimitWords, ALimitThatIsNotTheSameAfterwardsGivesNoShare) {
  StressResult result = result_of("set_px_lua");
  result.limit_before = 1'500;
  result.limit_after = 1'400;
  ASSERT_TRUE(result.share());
  EXPECT_NEAR(*result.share(), 69, 1);
  for (const std::uint64_t after : {0u, 900u}) {
    result.limit_after = after;
    EXPECT_FALSE(result.share());
    EXPECT_FALSE(result.limit());
    EXPECT_THAT(told_of(result), test::IsGolden());
  }
}

TEST(StressLimitWords, AFasterLockSaysThatTheLimitWasMeasuredBadly) {
  StressResult result = result_of("set_px_lua");
  result.limit_before = result.limit_after = 900;
  EXPECT_EQ(result.limit_state(), LimitState::exceeded);
  EXPECT_FALSE(result.share());
  EXPECT_THAT(told_of(result), test::IsGolden());
}

TEST(StressLimitWords, AnswersCountByTheirCommands) {
  StressResult result = result_of("rate_limit_naive", 3'000);
  result.measures.counts.acquired = 0;
  result.limit_before = result.limit_after = 1'000;
  result.yes_commands = 3;
  result.no_commands = 1;
  ASSERT_TRUE(result.share());
  EXPECT_NEAR(*result.share(), 100, 0.1) << "a no is a command, a yes is three";
}

TEST(StressReport, OfALimiterSpeaksOfDecisionsAndNotOfLocks) {
  StressResult result = result_of("rate_limit_lua", 5'000);
  result.measures.counts.acquired = 20;
  result.measures.counts.attempts = 5'000;
  EXPECT_THAT(told_of(result), test::IsGolden());
}

TEST(StressReport, SaysWhereNothingWasMeasured) {
  StressResult ended = result_of("set_px_lua", 0);
  ended.measured = 0us;
  StressResult waited = result_of("set_px_lua", 0);
  waited.measures.longest_wait_us = 900'000;
  for (const StressResult& result : {ended, result_of("set_px_lua", 0), waited})
    EXPECT_THAT(told_of(result), test::IsGolden());
}

TEST(StressReport, OfALoadThatEndedInItsFirstMomentsGivesNoRate) {
  StressResult result = result_of("set_px_lua");
  result.measured = 1ms;
  EXPECT_THAT(told_of(result), HasSubstr("1,000,000 locks/s")) << "what was asked for";
  result.work.duration = 1ms;
  result.interrupted = true;
  EXPECT_THAT(told_of(result), HasSubstr("locks/s")) << "nearly all of it";
  result.work.duration = 10s;
  EXPECT_THAT(told_of(result), test::IsGolden());
  EXPECT_EQ(result.rate(), 0);
}

TEST(StressReport, SaysWhereItMeasuredTheLocksOwnPatience) {
  StressResult result = result_of("set_px_lua");
  result.work.lock.node_timeout = 200ms;
  result.measures.replies = 5'900;
  result.measures.errors["timeout"] = 4'100;
  EXPECT_THAT(told_of(result), test::IsGolden());
  result.measures.replies = 5'900'000;
  EXPECT_THAT(told_of(result), Not(HasSubstr("had no answer within"))) << "now and then";
  result.measures.replies = 5'900;
  result.work.strikes = {std::get<Strike>(parse_strike("at 1s kill n1"))};
  EXPECT_THAT(told_of(result), Not(HasSubstr("had no answer within"))) << "the server was dead";
}

TEST(StressReport, SaysWhereTheLoadGeneratorWasLate) {
  StressResult result = result_of("set_px_lua");
  result.work.hold = 100us;
  result.measures.hold.add(767, 100);
  EXPECT_THAT(told_of(result), test::IsGolden());
  result.measures.hold = {};
  result.measures.hold.add(160, 100);
  EXPECT_THAT(told_of(result), Not(HasSubstr("were asked")));
}

TEST(StressReport, TellsInChineseWhatFailed) {
  StressResult result = result_of("set_px_lua");
  result.measures.errors = {{"timeout", 3}, {"no connection: Connection refused", 4}};
  const std::string report = stress_report(result, Language::chinese);
  EXPECT_THAT(report, Not(HasSubstr("timeout")));
  EXPECT_THAT(report, Not(HasSubstr("onnection")));
}

TEST(StressReport, OfAnOpenLoopTellsLocksThatStayedTakenFromASlowLock) {
  StressResult result = result_of("set_px_lua");
  result.work.rate = 20'000;
  result.measures.counts.unserved = 500;
  result.measures.acquire.add(3'000'000, 500);
  EXPECT_THAT(told_of(result), test::IsGolden());
  result.measures.counts.stuck = 7;
  EXPECT_THAT(told_of(result), test::IsGolden());
}

TEST(StressReport, TellsWhatHappenedInTheWarmUp) {
  StressResult result = result_of("none");
  result.measured_from_us = 1'000'000;
  result.harms[0] = 1;
  result.violations = {
      {Harm::overlap, 0, {0, 0, 1'698, -1, -1}, {1, 0, 1'800, 1'855, -1}, nullptr, {}}};
  EXPECT_THAT(told_of(result), test::IsGolden());
}

StressResult two_and_a_bit() {
  StressResult result = result_of("set_px_lua", 500);
  result.measured = 2'200ms;
  result.measures.seconds.resize(3);
  for (const std::size_t i : {0, 1, 2}) {
    result.measures.seconds[i].counts.acquired = i < 2 ? 200 : 40;
    result.measures.seconds[i].acquire.add(100);
  }
  return result;
}

TEST(StressSeconds, APartOfASecondIsScaledAndSaidToBeOne) {
  const StressResult result = two_and_a_bit();
  EXPECT_EQ(result.length_of(1), 1s);
  EXPECT_EQ(result.length_of(2), 200ms);
  EXPECT_TRUE(result.is_partial(2));
  EXPECT_NEAR(result.per_second(40, 2), 200, 0.1);
  EXPECT_THAT(told_of(result), test::IsGolden());
}

TEST(StressSeconds, WhatIsNextToNothingIsNotShown) {
  StressResult result = two_and_a_bit();
  result.measured = 2'010ms;
  EXPECT_EQ(result.shown_seconds(), 2u);
}

TEST(StressSeconds, ASecondInWhichNobodyGotInHasNoQuantile) {
  StressResult result = two_and_a_bit();
  result.work.strikes = {std::get<Strike>(parse_strike("at 1s kill n1"))};
  result.measures.seconds[1] = {};
  EXPECT_THAT(told_of(result), HasSubstr("     2           0          -          0"));
}

/// The faults of a load with a lease of 1 s that were active between `from` and `to`, joined by ";
/// ".
std::string active(std::vector<const char*> faults, Duration from, Duration to) {
  StressWork work = result_of("set_px_lua").work;
  work.lock.ttl = 1s;
  for (const char* fault : faults) work.strikes.push_back(std::get<Strike>(parse_strike(fault)));
  std::string all;
  for (const Strike& one : strikes_during(work, {0, from, to, false}))
    all += (all.empty() ? "" : "; ") + to_string(one);
  return all;
}

TEST(StressLockout, NamesTheFaultsThatWereActiveThen) {
  EXPECT_EQ(active({"at 3s stop n1 500ms"}, 3'100ms, 3'600ms), "at 3s stop n1 500ms");
  EXPECT_EQ(active({"at 3s stop n1 500ms"}, 3'600ms, 3'700ms), "") << "it has ended";
  EXPECT_EQ(active({"at 3s stop n1 500ms"}, 1s, 2s), "") << "it has not begun";
  EXPECT_EQ(active({"at 3s kill n1 restart_after 1s"}, 3'900ms, 4'500ms),
            "at 3s kill n1 restart_after 1s");
  EXPECT_EQ(active({"at 3s kill n1 restart_after 1s"}, 4'100ms, 4'500ms), "");
  EXPECT_EQ(active({"at 3s kill n1", "at 5s restart n2", "at 7s restart n1"}, 6s, 6'500ms),
            "at 3s kill n1")
      << "the restart of another node ends nothing";
  EXPECT_EQ(active({"at 3s kill n1", "at 5s restart n1"}, 6s, 6'500ms), "");
  EXPECT_EQ(active({"at 3s crash holder"}, 3s, 4s), "at 3s crash holder");
  EXPECT_EQ(active({"at 3s crash holder"}, 4'500ms, 5s), "") << "its lease is over";
}

TEST(StressLockout, IsInTheReportWithItsTimesItsLockAndItsFaults) {
  StressResult result = result_of("set_px_lua");
  result.lockout = LoadLockout{0, 1'002ms, 2'712ms, false};
  EXPECT_THAT(told_of(result), test::IsGolden("alone"));
  result.work.strikes = {std::get<Strike>(parse_strike("at 1s kill n1 restart_after 1500ms"))};
  result.work.keys = 7;
  EXPECT_THAT(told_of(result), test::IsGolden("with a fault"));
  result.lockout = LoadLockout{6, 10ms, 20ms, true};
  EXPECT_THAT(told_of(result), test::IsGolden("without one, to the end"));
  result.lockout.reset();
  EXPECT_THAT(told_of(result), Not(HasSubstr("lock-out")));
}

TEST(StressSafety, CountsWhatIsGrantedTooOftenAndWhatTheCounterLacks) {
  StressResult result = result_of("rate_limit_lua", 100);
  EXPECT_EQ(safety_of(result), Safety::safe);
  result.admissions.too_many = 2;
  EXPECT_EQ(violation_count(result), 2u);
  EXPECT_EQ(safety_of(result), Safety::broken);
  result.work.strategy = find_strategy("setnx_del");
  EXPECT_EQ(safety_of(result), Safety::unpromised);
  result = result_of("atomic_decr", 100);
  result.admissions.uncounted = 1;
  EXPECT_EQ(safety_of(result), Safety::unchecked);
  result.admissions.lacking = 3;
  EXPECT_EQ(safety_of(result), Safety::broken);
  result = result_of("atomic_decr", 100);
  result.measures.counts = {};
  EXPECT_EQ(safety_of(result), Safety::unmeasured);
}

TEST(StressComparison, WhatNobodyCouldCountIsUnknownAndNotRight) {
  StressResult unread = result_of("atomic_decr", 100);
  unread.admissions.uncounted = 3;
  StressResult unmeasured = result_of("atomic_decr", 100);
  unmeasured.measures.counts = {};
  EXPECT_THAT(stress_comparison({unread, unmeasured}, Language::english), test::IsGolden());
  EXPECT_THAT(stress_report(unread, Language::english), test::IsGolden());
}

TEST(StressComparison, RunsAreNumberedAndHaveAMiddle) {
  std::vector<StressResult> runs{result_of("set_px_lua", 100), result_of("set_px_lua", 300),
                                 result_of("set_px_lua", 200)};
  EXPECT_THAT(stress_comparison(runs, Language::english), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
