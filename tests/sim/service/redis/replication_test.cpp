#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Replication : public testing::Test {
 protected:
  Replication() {
    master.server.collect_effects(true);
    replica.server.become_replica();
  }

  void carry() {
    for (const sim::Effect& effect : master.server.take_effects())
      replica.server.apply(effect, replica.now_ms * 1000);
  }

  SimulatedRedis master;
  SimulatedRedis replica;
};

TEST_F(Replication, AReplicaHoldsWhatItWasTold) {
  master({"SET", "a", "1", "PX", "100"});
  master({"INCR", "a"});
  master({"SET", "b", "x"});
  EXPECT_EQ(replica({"GET", "a"}), "(nil)");
  carry();
  EXPECT_EQ(replica({"MGET", "a", "b"}), "[\"2\", \"x\"]");
  EXPECT_EQ(replica({"PTTL", "a"}), "(integer) 100");
  EXPECT_EQ(replica.server.offset(), master.server.offset());
  master({"DEL", "b"});
  carry();
  EXPECT_EQ(replica({"EXISTS", "b"}), "(integer) 0");
}

TEST_F(Replication, AReplicaRefusesWritesAlsoFromScriptsAndTransactions) {
  const std::string text = "READONLY You can't write against a read only replica.";
  EXPECT_EQ(replica({"SET", "a", "1"}), "(error) " + text);
  EXPECT_EQ(
      replica({"EVAL", "return redis.call('set','a',1)", "0"}),
      "(error) " + text + " script: 119b0beb461d5982ddacc6dda6829882d5e16b4d, on @user_script:1.");
  EXPECT_EQ(replica({"EVAL", "#!lua\nreturn 1", "0"}), "(error) " + text);
  replica({"MULTI"});
  EXPECT_EQ(replica({"DEL", "a"}), "(error) " + text);
  EXPECT_EQ(replica({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of previous errors.");
}

TEST_F(Replication, AQueuedWriteIsRefusedWhenTheMasterWasDemotedMeanwhile) {
  master({"MULTI"});
  master({"SET", "a", "1"});
  master.server.become_replica();
  EXPECT_EQ(
      master({"EXEC"}),
      "(error) EXECABORT Transaction discarded because of: READONLY You can't write against a "
      "read only replica.");
}

TEST_F(Replication, AReplicaHidesAnExpiredKeyButWaitsForTheMastersWord) {
  master({"SET", "a", "1", "PX", "100"});
  carry();
  replica.changes.clear();
  replica.now_ms += 101;
  EXPECT_EQ(replica({"GET", "a"}), "(nil)");
  EXPECT_EQ(replica({"TTL", "a"}), "(integer) -2");
  replica.server.expire_due(replica.now_ms * 1000);
  EXPECT_THAT(replica.changes, IsEmpty());
  EXPECT_EQ(replica.server.key_count(), 1u);

  master.now_ms += 101;
  master.server.expire_due(master.now_ms * 1000);
  carry();
  EXPECT_THAT(replica.changes, ElementsAre("deleted a"));
}

TEST_F(Replication, APromotedReplicaKnowsOnlyWhatReachedIt) {
  master({"SET", "lock", "alice", "PX", "30000"});
  replica.server.become_master();
  EXPECT_EQ(replica({"SET", "lock", "bob", "NX", "PX", "30000"}), "OK");
}

TEST_F(Replication, ASnapshotBringsANewReplicaUpToDate) {
  replica({"PING"});
  master({"MSET", "b", "2", "a", "1"});
  master({"PEXPIRE", "a", "50"});
  replica.server.forget_all();
  for (const sim::Effect& effect : master.server.snapshot())
    replica.server.apply(effect, replica.now_ms * 1000);
  EXPECT_THAT(replica.changes, ElementsAre("set a=1@1000050", "set b=2"));
}

TEST_F(Replication, WaitIsForTheConnectionsOwnLastWrite) {
  sim::Session other;
  EXPECT_EQ(master.run(other, {"WAIT", "1", "100"}).offset, 0u);
  master({"SET", "a", "1"});
  master.by(other, {"SET", "b", "1"});
  const sim::Outcome outcome = master.run(master.session, {"WAIT", "1", "100"});
  EXPECT_EQ(outcome.kind, sim::Outcome::Kind::waits_for_replicas);
  EXPECT_EQ(outcome.offset, 1u);
  EXPECT_EQ(outcome.replicas, 1);
  EXPECT_EQ(outcome.timeout_ms, 100);
  EXPECT_EQ(master.run(other, {"WAIT", "1", "100"}).offset, 2u);
}

TEST_F(Replication, AScriptThatNeverEndsReachesNoReplica) {
  SimulatedRedis busy({.script_budget = 10'000});
  busy.server.collect_effects(true);
  busy.run(busy.session, {"EVAL", "redis.call('SET','k','v') while true do end", "0"});
  EXPECT_THAT(busy.server.take_effects(), IsEmpty());
  EXPECT_EQ(busy.server.offset(), 0u);
}

}  // namespace
}  // namespace locklab::test
