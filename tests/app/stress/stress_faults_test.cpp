// Faults of every kind under load: their effect on the clients, and that the load continues without
// violation.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/stress/load/load_scenario.h"
#include "sim/scenario/library.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/live_client.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using testing::_;
using testing::Contains;
using testing::Eq;
using testing::Gt;
using testing::HasSubstr;
using testing::Pair;
using testing::StartsWith;

/// A load in which each client has its own lock, with these faults.
StressWork load_with(const std::vector<const char*>& faults, std::string_view id = "set_px_lua") {
  StressWork work = test::short_load(id);
  test::lock_apart(work);
  work.duration = 600ms;
  work.lock.node_timeout = 5s;
  work.strikes = test::strikes(faults);
  return work;
}

std::uint64_t longest(const StressResult& result) {
  return std::max(result.measures.acquire.max(), result.measures.release.max());
}

void expect_sound(const StressResult& result) {
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

struct Struck {
  const char* name;
  std::vector<const char*> faults;
  std::uint64_t longest_us = 0;  ///< least longest acquire or release
  testing::Matcher<std::uint64_t> silences = _;
  const char* lock = "set_px_lua";
  Duration node_timeout = 5s;
};

void PrintTo(const Struck& row, std::ostream* out) { *out << row.name; }

class StruckLoad : public testing::TestWithParam<Struck> {};

TEST_P(StruckLoad, ShowsTheFaultAndGoesOn) {
  static const Struck* row;
  row = &GetParam();
  test::expect_in_time([] {
    StressWork work = load_with(row->faults, row->lock);
    work.lock.node_timeout = row->node_timeout;
    const StressResult result = test::loaded(work);
    expect_sound(result);
    EXPECT_GE(longest(result), row->longest_us);
    EXPECT_THAT(result.measures.counts.silences, row->silences);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Faults, StruckLoad,
    testing::Values(
        // A partition or hold delays messages without losing them.
        Struck{"CutForATime", {"at 100ms cut n1 300ms"}, 250'000, Eq(0u)},
        Struck{"CutAndHealed", {"at 100ms cut n1", "at 350ms heal n1"}, 200'000},
        Struck{"HeldAndReleased", {"at 100ms hold n1 replies", "at 350ms release n1"}, 200'000},
        Struck{"DelayOfOneMessage", {"at 100ms delay n1 requests 1 SET 200ms"}, 190'000},
        Struck{"ResetTwice", {"at 100ms reset n1", "at 400ms reset n1"}, 0, Gt(0u)},
        // A stopped server hears that a refusal has ended only once it is resumed.
        Struck{"AcceptsAgainAfterAStop",
               {"at 100ms refuse n1 full 100ms", "at 150ms stop n1 200ms"},
               140'000},
        // Each drop ends a connection with its pending commands: at most those of all 16 clients,
        // twice.
        Struck{"TwoDrops",
               {"at 100ms drop n1 requests 2 EVAL"},
               0,
               testing::AllOf(Gt(0u), testing::Le(32u))},
        Struck{"AMajorityWithoutOne", {"at 50ms cut n1"}, 0, Gt(0u), "redlock", 20ms},
        Struck{"PowerThatComesBackByItself",
               {"at 100ms kill n1 power restart_after 150ms"},
               0,
               Gt(0u),
               "redlock",
               50ms}),
    [](const auto& row) { return row.param.name; });

/// The counter on a server that is down at the end is unknown, so it is neither right nor lacking.
TEST_IN_TIME(StruckCounters, OfADeadServerAreNotCalledRight) {
  const StressWork work = load_with({"at 300ms kill n1"}, "atomic_decr");
  const StressResult result = test::loaded_once(work, {});
  EXPECT_GT(result.admissions.granted, 0u);
  EXPECT_EQ(result.admissions.uncounted, work.keys);
  EXPECT_EQ(result.admissions.lacking, 0u);
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
}

/// A lock whose releases are dropped, and the command of its release.
struct Dropped {
  const char* lock;
  const char* command;
  std::size_t servers = 1;
};

void PrintTo(const Dropped& row, std::ostream* out) { *out << row.lock; }

class LostRelease : public testing::TestWithParam<Dropped> {};

// A client counts as stuck if it finds its own earlier lock, whatever reason the lock gives for its
// refusal.
TEST_P(LostRelease, LeavesALockStuckUntilItsLeaseEnds) {
  const Dropped& row = GetParam();
  StressWork work = load_with({}, row.lock);
  work.clients = 4;
  work.lock.ttl = 100ms;
  work.lock.node_timeout = 20ms;
  for (std::size_t n = 1; n <= row.servers; ++n)
    work.strikes.push_back(
        test::strikes({fmt::format("at 100ms drop n{} requests 6 {}", n, row.command).c_str()})
            .front());
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_GT(result.measures.counts.stuck, 0u);
  EXPECT_EQ(test::loaded(load_with({}, row.lock)).measures.counts.stuck, 0u);
}

INSTANTIATE_TEST_SUITE_P(Locks, LostRelease,
                         testing::Values(Dropped{"setnx_expire", "DEL"},
                                         Dropped{"getset_timestamp", "DEL"},
                                         Dropped{"set_px_lua", "EVAL"},
                                         Dropped{"redlock", "EVAL", 3}),
                         [](const auto& row) { return std::string(row.param.lock); });

class StressRefused : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(StressRefused, IsCountedByItsErrorAndTheLoadGoesOn) {
  StressWork work =
      load_with({("at 200ms refuse n1 " + std::string(GetParam().first) + " 600ms").c_str()});
  work.duration = 1500ms;
  work.lock.ttl = 200ms;
  const StressResult result = test::loaded(work);
  expect_sound(result);
  EXPECT_THAT(result.measures.errors, Contains(Pair(StartsWith(GetParam().second), Gt(0u))));
  EXPECT_TRUE(result.limit_after) << "it accepts again when the load is over";
}

INSTANTIATE_TEST_SUITE_P(Reasons, StressRefused,
                         testing::Values(std::pair("full", "OOM"),
                                         std::pair("read_only", "READONLY"),
                                         std::pair("unsaved", "MISCONF")));

TEST_IN_TIME(StressLinks, ASlowLinkTakesItsTimeBothWaysAndIsWholeAgain) {
  const StressResult slow = test::loaded(load_with({"at 100ms slow n1 25ms"}));
  expect_sound(slow);
  EXPECT_GE(slow.measures.acquire.max(), 50'000u);
  const StressResult healed = test::loaded(load_with({"at 100ms slow n1 25ms 100ms"}));
  EXPECT_GE(healed.measures.acquire.max(), 25'000u) << "its end may come between the ways";
  EXPECT_GT(healed.measures.counts.acquired, slow.measures.counts.acquired);
}

TEST_IN_TIME(StressStrikes, APausedClientWaitsUntilItIsResumed) {
  const StressResult result =
      test::loaded(load_with({"at 100ms pause client 3", "at 400ms resume client 3"}));
  expect_sound(result);
  const auto& each = result.measures.acquired_by_client;
  ASSERT_GT(each.size(), 3u);
  EXPECT_GT(each[2], 0u);
  EXPECT_LT(each[2], each[3]) << "it stood still for half of the time";
}

// Regression: a wait that ended within a second was not among its longest waits.
TEST_IN_TIME(StressStrikes, AFreezeIsSeenInEachTenthThatItLastsAndNotBefore) {
  StressWork work = load_with({"at 750ms stop n1 800ms"});
  work.duration = 2s;
  const StressResult result = test::loaded(work);
  expect_sound(result);
  ASSERT_EQ(result.measures.seconds.size(), 2u);
  for (std::int64_t tenth = 0; tenth < 15; ++tenth) {
    const Second& second = result.measures.seconds[static_cast<std::size_t>(tenth / 10)];
    const std::int64_t wait = second.longest_wait_us_by_tenth[static_cast<std::size_t>(tenth % 10)];
    const std::int64_t frozen = (tenth + 1) * 100'000 - 750'000;
    EXPECT_NEAR(static_cast<double>(wait), static_cast<double>(std::max<std::int64_t>(frozen, 0)),
                100'000)
        << "tenth " << tenth;
    EXPECT_LE(wait, second.longest_wait_us);
  }
}

TEST_IN_TIME(StressStrikes, ADriftingServerEndsLeasesEarly) {
  StressWork work = load_with({"at 50ms drift n1 50%"});
  work.lock.ttl = 100ms;
  work.hold = 80ms;
  work.choice = KeyChoice::one;
  work.keys = 1;
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(result.problem);
  EXPECT_GT(result.measures.counts.not_owner, 0u) << "80 ms are 120 ms by the server's clock";
}

TEST_IN_TIME(StressLinks, OfServersOfOthersAreBrokenTooAndTheServersKnowNothing) {
  test::Servers servers;
  StressWork work = load_with({"at 100ms cut n1 200ms"});
  work.own_servers = false;
  work.duration = 2s;
  StressOptions options;
  options.target.servers.push_back({"127.0.0.1", servers.endpoints()[0].port});
  options.may_be_disturbed = true;
  const StressResult result = test::loaded(work, options);
  EXPECT_FALSE(result.problem);
  EXPECT_FALSE(result.left) << test::on_any_machine;
  EXPECT_GE(longest(result), 150'000u) << result.measures.counts.acquired << " acquired, "
                                       << result.measures.counts.silences << " silences";
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << test::on_any_machine;
}

TEST(StressLinks, AreBrokenInTheScenarioOfTheLoadAsWell) {
  const StressWork work =
      load_with({"at 100ms slow n1 25ms 100ms", "at 200ms cut n1 50ms", "at 300ms reset n1"});
  const std::string text = sim::value_of(
      scenario_of(sim::Library(LOCKLAB_SOURCE_DIR "/assets"), work, Language::english));
  for (const char* fault : {"slow", "for_ms", "cut", "reset"}) EXPECT_THAT(text, HasSubstr(fault));
}

TEST_IN_TIME(StressLinks, AWindowOfAViolationTellsOfThem) {
  StressWork work = test::short_load("set_px_del");
  work.lock.ttl = 30ms;
  work.duration = 500ms;
  work.strikes = test::strikes({"at 20ms slow n1 40ms 300ms"});
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
