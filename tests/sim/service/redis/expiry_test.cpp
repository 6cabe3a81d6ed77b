#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Expiry : testing::Test {
  SimulatedRedis redis;
};

TEST_F(Expiry, AKeyLivesThroughItsLastMillisecondAndNotLonger) {
  redis({"SET", "k", "v", "PX", "100"});
  redis.now_ms += 100;
  EXPECT_EQ(redis({"GET", "k"}), "\"v\"");
  redis.now_ms += 1;
  EXPECT_EQ(redis({"GET", "k"}), "(nil)");
  EXPECT_THAT(redis.changes, ElementsAre("set k=v@1000100", "expired k@1000100"));
}

TEST_F(Expiry, TheEarliestDeadlineIsAlwaysKnown) {
  EXPECT_EQ(redis.server.next_deadline_ms(), -1);
  redis({"SET", "a", "1", "PX", "300"});
  redis({"SET", "b", "1", "PX", "100"});
  redis({"SET", "c", "1", "PX", "200"});
  EXPECT_EQ(redis.server.next_deadline_ms(), 1'000'100);
  redis({"PERSIST", "b"});
  EXPECT_EQ(redis.server.next_deadline_ms(), 1'000'200);
  redis({"PEXPIRE", "a", "50"});
  EXPECT_EQ(redis.server.next_deadline_ms(), 1'000'050);
  redis({"DEL", "a", "c"});
  EXPECT_EQ(redis.server.next_deadline_ms(), -1);
}

TEST_F(Expiry, DueKeysGoInTheOrderOfTheirDeadlinesThenNames) {
  for (std::string_view name : {"d", "b", "c", "a"}) redis({"SET", name, "1", "PX", "100"});
  redis({"SET", "z", "1", "PX", "50"});
  redis.changes.clear();
  redis.now_ms += 101;
  redis.server.expire_due(redis.now_ms * 1000);
  EXPECT_THAT(redis.changes,
              ElementsAre("expired z@1000050", "expired a@1000100", "expired b@1000100",
                          "expired c@1000100", "expired d@1000100"));
  EXPECT_EQ(redis.server.key_count(), 0u);
}

TEST_F(Expiry, ASetWithoutALeaseTakesTheOldLeaseAwayAndKeepttlKeepsIt) {
  redis({"SET", "k", "v", "PX", "100"});
  redis({"SET", "k", "w", "KEEPTTL"});
  EXPECT_EQ(redis({"PTTL", "k"}), "(integer) 100");
  redis({"SET", "k", "x"});
  EXPECT_EQ(redis({"PTTL", "k"}), "(integer) -1");
}

TEST_F(Expiry, ADeadlineInThePastDeletesAtOnce) {
  redis({"SET", "k", "v"});
  EXPECT_EQ(redis({"PEXPIREAT", "k", "1000000"}), "(integer) 1");
  EXPECT_THAT(redis.changes, ElementsAre("set k=v", "deleted k"));
}

TEST_F(Expiry, AJumpOfTheClockBringsDeadlinesCloser) {
  redis({"SET", "k", "v", "PX", "30000"});
  redis.now_ms += 60'000;
  EXPECT_EQ(redis({"SETNX", "k", "other"}), "(integer) 1");
  EXPECT_THAT(redis.changes, ElementsAre("set k=v@1030000", "expired k@1030000", "set k=other"));
}

TEST_F(Expiry, LookingAtTheStateChangesNothing) {
  redis({"SET", "k", "v", "PX", "10"});
  redis.changes.clear();
  EXPECT_EQ(redis.server.look_up("k", 1'000'010'999)->value, sim::KeyValue("v"));
  EXPECT_FALSE(redis.server.look_up("k", 1'000'011'000).has_value());
  EXPECT_THAT(redis.changes, IsEmpty());
}

TEST_F(Expiry, ManyLeasesInAnyOrderEndInOrder) {
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "k" + std::to_string(i * 7919 % 500);
    redis({"SET", name, "v", "PX", std::to_string(1 + i * 104729 % 1000)});
    if (i % 3 == 0) redis({"DEL", "k" + std::to_string(i * 31 % 500)});
  }
  std::int64_t last = 0;
  while (redis.server.next_deadline_ms() >= 0) {
    EXPECT_GE(redis.server.next_deadline_ms(), last);
    last = redis.server.next_deadline_ms();
    redis.server.expire_due((last + 1) * 1000);
  }
  EXPECT_EQ(redis.server.key_count(), 0u);
}

}  // namespace
}  // namespace locklab::test
