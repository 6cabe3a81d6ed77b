// The faults of a load that single runs have too: what the clients see of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/stress/short_load.h"

namespace locklab::app {
namespace {

StressWork load_with(const std::vector<const char*>& faults) {
  StressWork work = test::short_load("set_px_lua");
  test::lock_apart(work);
  work.duration = 600ms;
  work.lock.node_timeout = 5s;
  for (const char* fault : faults) work.strikes.push_back(std::get<Strike>(parse_strike(fault)));
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

TEST_IN_TIME(StressStrikes, WhatIsHeldGoesOnWhenItIsReleased) {
  const StressResult result =
      test::loaded(load_with({"at 100ms hold n1 replies", "at 350ms release n1"}));
  expect_sound(result);
  EXPECT_GE(longest(result), 200'000u);
  const StressResult healed = test::loaded(load_with({"at 100ms cut n1", "at 350ms heal n1"}));
  expect_sound(healed);
  EXPECT_GE(longest(healed), 200'000u);
}

TEST_IN_TIME(StressStrikes, TwoDropsLoseTwoConnectionsAndNoMore) {
  const StressWork work = load_with({"at 100ms drop n1 requests 2 EVAL"});
  const StressResult result = test::loaded(work);
  expect_sound(result);
  EXPECT_GT(result.measures.counts.silences, 0u);
  // What waits on the connection is lost with it: at most all clients' commands, twice.
  EXPECT_LE(result.measures.counts.silences, 2u * work.clients);
}

TEST_IN_TIME(StressStrikes, ADelayMakesSoManyMessagesLate) {
  const StressResult result = test::loaded(load_with({"at 100ms delay n1 requests 1 SET 200ms"}));
  expect_sound(result);
  EXPECT_GE(longest(result), 190'000u);
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

TEST_IN_TIME(StressStrikes, AMachineThatLosesItsPowerComesBackByItself) {
  StressWork work = test::short_load("redlock");
  test::lock_apart(work);
  work.duration = 600ms;
  work.lock.node_timeout = 50ms;
  work.strikes = {std::get<Strike>(parse_strike("at 100ms kill n1 power restart_after 150ms"))};
  const StressResult result = test::loaded(work);
  expect_sound(result);
  EXPECT_GT(result.measures.counts.silences, 0u);
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

}  // namespace
}  // namespace locklab::app
