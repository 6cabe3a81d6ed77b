// Key changes inferred from commands and replies, without a server.
#include "app/live/inference/inference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lock/scripts.h"
#include "tests/support/inference_story.h"

namespace locklab::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using test::alice;
using test::bob;
using test::claim;
using test::key;
using test::ok;
using test::owner_release;
using InferenceTest = test::InferenceStory;

TEST_F(InferenceTest, ARequestRanBetweenItsSendingAndItsReply) {
  does(alice, claim("T1"), ok, 10, 12);
  const sim::Event& ran = trace()[1];
  EXPECT_EQ(ran.kind, sim::EventKind::ran);
  EXPECT_EQ(ran.at, 12'000);
  EXPECT_EQ(ran.since_us, 2'000u);
  EXPECT_EQ(ran.client, alice);
  EXPECT_THAT(told(), ElementsAre("key_set alice [10..12] T1 for 100"));
  EXPECT_EQ(trace()[2].purpose, Purpose::claim);
  EXPECT_EQ(trace()[2].message, ran.message);
}

TEST_F(InferenceTest, ARefusedClaimOrAnErrorChangesNothing) {
  does(alice, claim("T1"), Reply::nil(), 0, 2);
  does(alice, setnx(key, "T1"), Reply::number(0), 3, 4);
  does(alice, claim("T1"), Reply::error("READONLY"), 5, 6);
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(InferenceTest, ALeaseThatNobodyEndedRunsOut) {
  does(alice, claim("T1"), ok, 0, 2);
  later(101);
  EXPECT_EQ(told().size(), 1u);
  later(150);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..2] T1 for 100", "key_expired [100..103]"));
  EXPECT_TRUE(in_order());
}

TEST_F(InferenceTest, AnotherClaimProvesThatTheLeaseWasOver) {
  does(alice, claim("T1"), ok, 0, 20);
  does(bob, claim("T2"), ok, 108, 110);  // before the first lease must have ended
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..20] T1 for 100", "key_expired [100..110]",
                                  "key_set bob [108..110] T2 for 100"));
}

TEST_F(InferenceTest, ARenewalMovesTheEndOfTheLease) {
  does(alice, claim("T1"), ok, 0, 1);
  Command renew = eval(scripts::renew_if_owner, {key});
  does(alice, renew.add("T1").add(100), Reply::number(1), 50, 51);
  later(140);
  later(160);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100",
                                  "key_lease alice [50..51] for 100", "key_expired [150..152]"));
}

TEST_F(InferenceTest, ARenewalOnItsWayKeepsTheLeaseFromBeingCalledOver) {
  does(alice, claim("T1"), ok, 0, 1);
  Command renew = eval(scripts::renew_if_owner, {key});
  const auto message = sends(alice, renew.add("T1").add(100), 95);
  later(110);
  EXPECT_EQ(told().size(), 1u);
  receives(message, Reply::number(1), 112);
  later(180);
  EXPECT_THAT(told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_lease alice [95..112] for 100"));
}

TEST_F(InferenceTest, AForeignDeleteIsTheDeletersAndNotTheOwners) {
  does(alice, claim("T1"), ok, 0, 1);
  does(bob, del(key), Reply::number(1), 10, 12);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_deleted bob [10..12]"));
  later(300);
  EXPECT_EQ(told().size(), 2u) << "what was deleted does not expire";
}

TEST_F(InferenceTest, AClaimThatSucceedsWhileAReleaseIsOnItsWayProvesTheRelease) {
  does(alice, claim("T1"), ok, 0, 1);
  const auto release = sends(alice, owner_release("T1"), 10);
  does(bob, claim("T2"), ok, 11, 13);
  receives(release, Reply::number(1), 15);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_deleted alice [10..13]",
                                  "key_set bob [11..13] T2 for 100"));
  does(bob, owner_release("T2"), Reply::number(1), 20, 21);
  EXPECT_THAT(told(), Contains("key_deleted bob [20..21]"));
}

TEST_F(InferenceTest, AReleaseWhoseReplyNeverCameIsKnownByTheNextClaim) {
  does(alice, claim("T1", 1000ms), ok, 0, 1);
  gives_up(sends(alice, owner_release("T1"), 10), 20);
  EXPECT_EQ(told().size(), 1u);
  does(bob, claim("T2"), ok, 30, 32);
  EXPECT_THAT(told(), Contains("key_deleted alice [10..32]"));
}

TEST_F(InferenceTest, AClaimWhoseReplyNeverCameIsKnownByItsRelease) {
  gives_up(sends(alice, claim("T1"), 0), 50);
  EXPECT_THAT(told(), IsEmpty());
  does(alice, owner_release("T1"), Reply::number(1), 51, 53);
  EXPECT_THAT(told(),
              ElementsAre("key_set alice [0..53] T1 for 100", "key_deleted alice [51..53]"));
}

TEST_F(InferenceTest, AClaimBeforeTheLeaseIsOverProvesThatSomebodyElseHadRemovedTheKey) {
  does(alice, claim("T1", 1000ms), ok, 0, 1);
  does(bob, claim("T2"), ok, 30, 32);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 1000", "key_lost [1..32]",
                                  "key_set bob [30..32] T2 for 100"));
  EXPECT_EQ(loss_of_key(trace()[6]), sim::KeyLoss::vanished);
}

TEST_F(InferenceTest, AKeyThatTheLabHasRemovedIsNoRiddleForTheNextClaim) {
  does(alice, claim("T1", 1000ms), ok, 0, 1);
  inference().keys_removed(NodeId{0}, {key}, sim::KeyLoss::deleted, 9'000, 10'000);
  does(bob, claim("T2"), ok, 30, 32);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 1000", "key_lost [9..10]",
                                  "key_set bob [30..32] T2 for 100"));
}

TEST_F(InferenceTest, ARenewalThatFindsNothingBeforeTheLeaseIsOverProvesTheSame) {
  does(alice, claim("T1", 1000ms), ok, 0, 1);
  Command renew = eval(scripts::renew_if_owner, {key});
  does(alice, renew.add("T1").add(1000), Reply::number(0), 300, 302);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 1000", "key_lost [1..302]"));
}

TEST_F(InferenceTest, ATransactionsCommandsTakeEffectWithItsExec) {
  const auto multi = sends(alice, Command("MULTI"), 0);
  const auto set = sends(alice, setnx(key, "T1"), 0);
  const auto lease = sends(alice, expire_seconds(key, 2), 0);
  const auto exec = sends(alice, Command("EXEC"), 0);
  receives(multi, ok, 2);
  receives(set, Reply::status("QUEUED"), 2);
  receives(lease, Reply::status("QUEUED"), 2);
  EXPECT_THAT(told(), IsEmpty());
  receives(exec, Reply::array({Reply::number(0), Reply::number(1)}), 2);
  EXPECT_THAT(told(), ElementsAre("key_lease alice [0..2] for 2000"))
      << "the loser's EXPIRE prolongs somebody else's lock";
}

TEST_F(InferenceTest, FencedClaimsSetTheLockAndTheCounter) {
  Command command = eval(scripts::claim_with_fence, {key, "{locklab:lock}:token"});
  does(alice, command.add("T1").add(100), Reply::number(7), 0, 1);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_set alice [0..1] 7"));
}

TEST_F(InferenceTest, GetsetTakesOverWhateverWasThere) {
  does(alice, setnx(key, "1000"), Reply::number(1), 0, 1);
  does(bob, getset(key, "2000"), Reply::bulk("1000"), 5, 6);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] 1000", "key_set bob [5..6] 2000"));
}

TEST_F(InferenceTest, ACounterKeepsItsLease) {
  does(alice, incr(key), Reply::number(1), 0, 1);
  does(alice, pexpire(key, 100ms), Reply::number(1), 2, 3);
  does(bob, incr(key), Reply::number(2), 50, 51);
  later(200);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] 1", "key_lease alice [2..3] for 100",
                                  "key_set bob [50..51] 2 for 53", "key_expired [102..104]"));
}

TEST_F(InferenceTest, AnAtomicSaleIsReadAndWriteOfTheResourceAtOnce) {
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  does(alice, sale, Reply::number(9), 0, 2);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..2] 9", "resource_wrote alice [0..2] 9"));
}

TEST_F(InferenceTest, SalesThatOverlapAreToldInTheOrderInWhichTheyRan) {
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  const auto first = sends(alice, sale, 0);
  const auto second = sends(bob, sale, 1);
  receives(second, Reply::number(8), 3);
  EXPECT_THAT(told(), Not(Contains(StartsWith("resource_wrote"))));
  receives(first, Reply::number(9), 4);
  std::vector<std::string> writes = told();
  std::erase_if(writes, [](const std::string& line) { return !line.starts_with("resource"); });
  EXPECT_THAT(writes, ElementsAre("resource_wrote alice [0..4] 9", "resource_wrote bob [1..4] 8"));
}

TEST_F(InferenceTest, SalesThatOverlapAreToldAsTheyRanWhereTheStockIsKnown) {
  inference().assume(NodeId{0}, "locklab:stock", "10");
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  const auto first = sends(alice, sale, 0);
  const auto second = sends(bob, sale, 1);
  receives(second, Reply::number(8), 3);
  receives(first, Reply::number(9), 4);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..3] 9", "key_set bob [1..3] 8",
                                  "resource_wrote alice [0..4] 9", "resource_wrote bob [1..4] 8"));
}

TEST_F(InferenceTest, AKeyThatIsFoundGoneWasRemovedBefore) {
  does(alice, claim("T1"), ok, 0, 1);
  does(bob, del(key), Reply::number(0), 101, 103);  // before the lease must have ended
  does(bob, get(key), Reply::nil(), 104, 105);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_expired [100..102]"));
}

TEST_F(InferenceTest, AReplyThatMayBeOlderThanTheKeyDoesNotEndIt) {
  const auto early = sends(bob, get(key), 0);
  does(alice, claim("T1"), ok, 1, 2);
  receives(early, Reply::nil(), 3);
  EXPECT_EQ(inference().keys_at(NodeId{0}), 1);
}

TEST_F(InferenceTest, ARefusalTellsNothingOfWhoHoldsTheKey) {
  const auto unheard = sends(alice, claim("T1"), 0);
  does(bob, claim("T2"), Reply::nil(), 1, 2);
  EXPECT_THAT(told(), IsEmpty());
  receives(unheard, ok, 5);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..5] T1 for 100"));
}

TEST_F(InferenceTest, AReplyReadLongAfterItsLeaseEndedDoesNotTakeTheKeyFromOthers) {
  const auto paused = sends(alice, claim("T1"), 0);
  does(bob, claim("T2", 1000ms), ok, 150, 152);
  receives(paused, ok, 400);
  does(bob, owner_release("T2"), Reply::number(1), 410, 411);
  EXPECT_THAT(told(),
              ElementsAre("key_set bob [150..152] T2 for 1000", "key_deleted bob [410..411]"));
}

TEST_F(InferenceTest, WhereNothingExplainsAReplyTheReplyIsRight) {
  does(alice, claim("T1", 10s), ok, 0, 1);
  // Another client, outside the trace, has removed the key.
  does(bob, claim("T2", 10s), ok, 10, 11);
  does(alice, owner_release("T1"), Reply::number(0), 20, 21);
  does(bob, owner_release("T2"), Reply::number(1), 30, 31);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 10000", "key_lost [1..11]",
                                  "key_set bob [10..11] T2 for 10000", "key_deleted bob [30..31]"));
}

TEST_F(InferenceTest, ATransactionWhoseEndWasNotHeardIsKnownByTheNextClaim) {
  Command begin("MULTI");
  Command remove = del(key);
  const auto claimed = [&](ClientId who, std::string_view token, std::int64_t at) {
    does(who, setnx(key, token), Reply::number(1), at, at + 1);
  };
  claimed(alice, "T1", 0);
  const auto multi = sends(alice, begin, 10);
  const auto queued = sends(alice, remove, 10);
  const auto exec = sends(alice, Command("EXEC"), 10);
  receives(multi, ok, 11);
  receives(queued, Reply::status("QUEUED"), 11);
  gives_up(exec, 20);
  claimed(bob, "T2", 30);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1", "key_deleted alice [10..31]",
                                  "key_set bob [30..31] T2"));
}

TEST_F(InferenceTest, ACommandThatNobodyHereKnowsByNameIsUnderstood) {
  Command text("APPEND");
  does(alice, text.add(key).add("abc"), Reply::number(3), 0, 1);
  Command take("GETDEL");
  does(alice, take.add(key), Reply::bulk("abc"), 2, 3);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] abc", "key_deleted alice [2..3]"));
}

TEST_F(InferenceTest, ANodeThatForgotLosesItsKeys) {
  does(alice, claim("T1"), ok, 0, 1);
  EXPECT_EQ(inference().keys_at(NodeId{0}), 1);
  inference().node_forgot(NodeId{0}, 5'000);
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_lost [5..5]"));
  EXPECT_EQ(inference().keys_at(NodeId{0}), 0);
  does(bob, claim("T2"), ok, 10, 11);
  EXPECT_EQ(told().size(), 3u);
}

}  // namespace
}  // namespace locklab::app
