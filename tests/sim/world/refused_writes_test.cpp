// A node that runs and refuses writes because it is full, read-only or unable to save: the errors
// that clients get, and the fate of their locks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"
#include "tests/support/simulated_redis.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

using testing::StartsWith;

TEST(RefusedWrites, AreAnsweredAsRedisDoes) {
  test::SimulatedRedis redis;
  EXPECT_EQ(redis({"SET", "a", "1"}), "OK");
  redis.server.refuse(bit(WriteRefusal::full));
  EXPECT_EQ(redis({"SET", "b", "1"}),
            "(error) OOM command not allowed when used memory > 'maxmemory'.");
  EXPECT_EQ(redis({"DEL", "a"}), "(integer) 1") << "what frees memory may";
  redis.server.refuse(bit(WriteRefusal::read_only));
  EXPECT_EQ(redis({"SET", "b", "1"}),
            "(error) READONLY You can't write against a read only replica.");
  EXPECT_EQ(redis({"GET", "b"}), "(nil)");
  redis.server.refuse(bit(WriteRefusal::unsaved));
  EXPECT_THAT(redis({"DEL", "b"}), StartsWith("(error) MISCONF Redis is configured to save RDB"));
  EXPECT_THAT(redis({"PING"}), StartsWith("(error) MISCONF"));
  EXPECT_EQ(redis({"GET", "b"}), "(nil)");
  redis.server.refuse(0);
  EXPECT_EQ(redis({"SET", "b", "1"}), "OK");
}

TEST(RefusedWrites, EndWithTheProcess) {
  test::SimulatedRedis redis;
  redis.server.refuse(bit(WriteRefusal::read_only));
  redis.server.lose_process(0);
  EXPECT_EQ(redis({"SET", "b", "1"}), "OK");
}

TEST(RefusedWrites, KeepClientsOutForAsLongAsTheyLast) {
  const Scenario scenario =
      calm_world("set_px_lua", "clients=1, rounds=1, client={alice={start_ms=20}}",
                 {"at 10ms refuse n1 full 60ms"});
  const Trace trace = simulate(scenario);
  for (const Event& received : events(trace, EventKind::received))
    if (received.detail == static_cast<std::uint8_t>(Reply::Kind::error)) {
      EXPECT_THAT(trace.text(received), StartsWith("OOM"));
    }
  ASSERT_TRUE(first(trace, EventKind::node_accepts));
  ASSERT_TRUE(first(trace, EventKind::entered));
  EXPECT_GE(first(trace, EventKind::entered)->at, 70'000);
  EXPECT_THAT(never_struck(scenario.faults, trace), testing::IsEmpty());
}

/// A run in which the node refuses writes for 20 ms from alice's entry on.
Trace refused_inside(const std::string& why) {
  return calm_run("set_px_lua", "rounds=1, client={bob={start_ms=2}}",
                  {"when alice entered: refuse n1 20ms " + why});
}

TEST(RefusedWrites, OfAFullNodeLetAHolderReleaseItsLock) {
  const Trace trace = refused_inside("full");
  EXPECT_TRUE(first(trace, EventKind::key_deleted, ClientId{0}));
  EXPECT_FALSE(first(trace, EventKind::key_expired));
}

TEST(RefusedWrites, OfOthersKeepALockThatItsHolderCannotReleaseUntilItsLeaseEnds) {
  for (const char* why : {"read_only", "unsaved"}) {
    const Trace trace = refused_inside(why);
    EXPECT_FALSE(first(trace, EventKind::key_deleted, ClientId{0})) << why;
    const Event* const expired = first(trace, EventKind::key_expired);
    const Event* const entered = first(trace, EventKind::entered, ClientId{1});
    ASSERT_TRUE(expired && entered) << why;
    EXPECT_GE(entered->at, expired->at) << why;
    EXPECT_EQ(judged(trace, Property::mutual_exclusion).kept, Kept::kept);
  }
}

TEST(RefusedWrites, OfAMinorityDoNotStopRedlock) {
  std::vector<std::string> faults{"at 0ms refuse n1 read_only", "at 0ms refuse n2 full"};
  EXPECT_EQ(count(calm_run("redlock", "", faults), EventKind::entered), 4u);
  faults.push_back("at 0ms refuse n3 unsaved");
  EXPECT_EQ(count(calm_run("redlock", "", faults), EventKind::entered), 0u)
      << "three of five are a majority";
}

}  // namespace
}  // namespace locklab::sim
