// The data that survive the death of a server's process, and those that survive a power loss.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using sim::Persistence;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Persistence, WithoutItNothingSurvivesTheProcess) {
  SimulatedRedis redis;
  redis({"MSET", "b", "2", "a", "1"});
  redis.changes.clear();
  redis.server.lose_process(redis.now_ms * 1000);
  EXPECT_THAT(redis.changes, ElementsAre("lost a", "lost b"));
  EXPECT_EQ(redis.server.key_count(), 0u);
  EXPECT_EQ(redis.server.next_deadline_ms(), -1);
}

TEST(Persistence, AnAppendOnlyFileSurvivesTheProcess) {
  for (Persistence persistence : {Persistence::everysec, Persistence::always}) {
    SimulatedRedis redis({.persistence = persistence});
    redis({"SET", "a", "1"});
    redis({"SET", "b", "2", "PX", "500"});
    redis.changes.clear();
    redis.server.lose_process(redis.now_ms * 1000);
    EXPECT_THAT(redis.changes, IsEmpty());
    EXPECT_EQ(redis({"MGET", "a", "b"}), "[\"1\", \"2\"]");
  }
}

TEST(Persistence, EverysecLosesToPowerWhatCameAfterTheFirstWriteOfASecond) {
  SimulatedRedis redis({.persistence = Persistence::everysec});
  redis({"SET", "first", "1"});
  redis({"SET", "second", "2"});
  redis({"SET", "first", "3"});
  redis({"DEL", "first"});
  redis.changes.clear();
  redis.server.lose_power(redis.now_ms * 1000 + 999'999);
  EXPECT_THAT(redis.changes, ElementsAre("set first=3", "set first=1", "lost second"));
  EXPECT_EQ(redis({"MGET", "first", "second"}), "[\"1\", (nil)]");
}

TEST(Persistence, EverysecIsSafeWhenTheNextSecondHasBegun) {
  SimulatedRedis redis({.persistence = Persistence::everysec});
  redis({"SET", "first", "1"});
  redis({"SET", "second", "2"});
  redis.server.lose_power((redis.now_ms + 1000) * 1000);
  EXPECT_EQ(redis({"MGET", "first", "second"}), "[\"1\", \"2\"]");
}

TEST(Persistence, EverysecUndoesALeaseThatWasNotSynced) {
  SimulatedRedis redis({.persistence = Persistence::everysec});
  redis({"SET", "k", "v", "PX", "100"});
  redis({"PERSIST", "k"});
  redis.server.lose_power(redis.now_ms * 1000);
  EXPECT_EQ(redis({"PTTL", "k"}), "(integer) 100");
}

TEST(Persistence, AlwaysLosesNothingToPower) {
  SimulatedRedis redis({.persistence = Persistence::always});
  redis({"SET", "a", "1"});
  redis({"SET", "b", "2"});
  redis.server.lose_power(redis.now_ms * 1000);
  EXPECT_EQ(redis({"MGET", "a", "b"}), "[\"1\", \"2\"]");
}

TEST(Persistence, ATransactionIsOneWrite) {
  SimulatedRedis redis({.persistence = Persistence::everysec});
  redis({"MULTI"});
  redis({"SET", "a", "1"});
  redis({"SET", "b", "2"});
  redis({"EXEC"});
  redis.server.lose_power(redis.now_ms * 1000);
  EXPECT_EQ(redis({"MGET", "a", "b"}), "[\"1\", \"2\"]");
}

TEST(Persistence, ALeaseThatEndedBeforeTheRestartIsOver) {
  SimulatedRedis redis({.persistence = Persistence::always});
  redis({"SET", "k", "v", "PX", "100"});
  redis.server.lose_power(redis.now_ms * 1000);
  redis.now_ms += 101;
  EXPECT_EQ(redis({"GET", "k"}), "(nil)");
}

TEST(Persistence, ScriptsAreForgottenWithTheProcess) {
  SimulatedRedis redis({.persistence = Persistence::always});
  redis({"SCRIPT", "LOAD", "return 1"});
  redis.server.lose_process(redis.now_ms * 1000);
  EXPECT_EQ(redis({"EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"}),
            "(error) NOSCRIPT No matching script. Please use EVAL.");
}

TEST(Persistence, WhatAnEndlessScriptWroteWasNeverWritten) {
  SimulatedRedis redis({.persistence = Persistence::always, .script_budget = 10'000});
  redis({"SET", "k", "before"});
  const sim::Outcome outcome =
      redis.run(redis.session, {"EVAL", "redis.call('SET','k','within') while true do end", "0"});
  EXPECT_EQ(outcome.kind, sim::Outcome::Kind::blocked_by_script);
  redis.server.lose_process(redis.now_ms * 1000);
  EXPECT_FALSE(redis.server.busy());
  EXPECT_EQ(redis({"GET", "k"}), "\"before\"");
}

}  // namespace
}  // namespace locklab::test
