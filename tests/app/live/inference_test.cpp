// What commands and replies give away of the servers, without any server.
#include "app/live/inference.h"

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
using Story = test::InferenceStory;

TEST(Inference, ARequestRanBetweenItsSendingAndItsReply) {
  Story story;
  story.does(alice, claim("T1"), ok, 10, 12);
  const sim::Event& ran = story.trace()[1];
  EXPECT_EQ(ran.kind, sim::EventKind::ran);
  EXPECT_EQ(ran.at, 12'000);
  EXPECT_EQ(ran.since_us, 2'000u);
  EXPECT_EQ(ran.client, alice);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [10..12] T1 for 100"));
  EXPECT_EQ(story.trace()[2].purpose, Purpose::claim);
  EXPECT_EQ(story.trace()[2].message, ran.message);
}

TEST(Inference, ARefusedClaimOrAnErrorChangesNothing) {
  Story story;
  story.does(alice, claim("T1"), Reply::nil(), 0, 2);
  story.does(alice, setnx(key, "T1"), Reply::number(0), 3, 4);
  story.does(alice, claim("T1"), Reply::error("READONLY"), 5, 6);
  EXPECT_THAT(story.told(), IsEmpty());
}

TEST(Inference, ALeaseThatNobodyEndedRunsOut) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.later(101);
  EXPECT_EQ(story.told().size(), 1u);
  story.later(150);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..2] T1 for 100", "key_expired [100..103]"));
  EXPECT_TRUE(story.in_order());
}

TEST(Inference, AnotherClaimProvesThatTheLeaseWasOver) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 20);
  story.does(bob, claim("T2"), ok, 108, 110);  // before the first lease must have ended
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..20] T1 for 100", "key_expired [100..110]",
                          "key_set bob [108..110] T2 for 100"));
}

TEST(Inference, ARenewalMovesTheEndOfTheLease) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  Command renew = eval(scripts::renew_if_owner, {key});
  story.does(alice, renew.add("T1").add(100), Reply::number(1), 50, 51);
  story.later(140);
  story.later(160);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_lease alice [50..51] for 100",
                          "key_expired [150..152]"));
}

TEST(Inference, ARenewalOnItsWayKeepsTheLeaseFromBeingCalledOver) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  Command renew = eval(scripts::renew_if_owner, {key});
  const auto message = story.sends(alice, renew.add("T1").add(100), 95);
  story.later(110);
  EXPECT_EQ(story.told().size(), 1u);
  story.receives(message, Reply::number(1), 112);
  story.later(180);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_lease alice [95..112] for 100"));
}

TEST(Inference, AForeignDeleteIsTheDeletersAndNotTheOwners) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  story.does(bob, del(key), Reply::number(1), 10, 12);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_deleted bob [10..12]"));
  story.later(300);
  EXPECT_EQ(story.told().size(), 2u) << "what was deleted does not expire";
}

TEST(Inference, AClaimThatSucceedsWhileAReleaseIsOnItsWayProvesTheRelease) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  const auto release = story.sends(alice, owner_release("T1"), 10);
  story.does(bob, claim("T2"), ok, 11, 13);
  story.receives(release, Reply::number(1), 15);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_deleted alice [10..13]",
                          "key_set bob [11..13] T2 for 100"));
  story.does(bob, owner_release("T2"), Reply::number(1), 20, 21);
  EXPECT_THAT(story.told(), Contains("key_deleted bob [20..21]"));
}

TEST(Inference, AReleaseWhoseReplyNeverCameIsKnownByTheNextClaim) {
  Story story;
  story.does(alice, claim("T1", 1000ms), ok, 0, 1);
  story.gives_up(story.sends(alice, owner_release("T1"), 10), 20);
  EXPECT_EQ(story.told().size(), 1u);
  story.does(bob, claim("T2"), ok, 30, 32);
  EXPECT_THAT(story.told(), Contains("key_deleted alice [10..32]"));
}

TEST(Inference, AClaimWhoseReplyNeverCameIsKnownByItsRelease) {
  Story story;
  story.gives_up(story.sends(alice, claim("T1"), 0), 50);
  EXPECT_THAT(story.told(), IsEmpty());
  story.does(alice, owner_release("T1"), Reply::number(1), 51, 53);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..53] T1 for 100", "key_deleted alice [51..53]"));
}

TEST(Inference, ATransactionsCommandsTakeEffectWithItsExec) {
  Story story;
  const auto multi = story.sends(alice, Command("MULTI"), 0);
  const auto set = story.sends(alice, setnx(key, "T1"), 0);
  const auto lease = story.sends(alice, expire_seconds(key, 2), 0);
  const auto exec = story.sends(alice, Command("EXEC"), 0);
  story.receives(multi, ok, 2);
  story.receives(set, Reply::status("QUEUED"), 2);
  story.receives(lease, Reply::status("QUEUED"), 2);
  EXPECT_THAT(story.told(), IsEmpty());
  story.receives(exec, Reply::array({Reply::number(0), Reply::number(1)}), 2);
  EXPECT_THAT(story.told(), ElementsAre("key_lease alice [0..2] for 2000"))
      << "the loser's EXPIRE prolongs somebody else's lock";
}

TEST(Inference, FencedClaimsSetTheLockAndTheCounter) {
  Story story;
  Command command = eval(scripts::claim_with_fence, {key, "{locklab:lock}:token"});
  story.does(alice, command.add("T1").add(100), Reply::number(7), 0, 1);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_set alice [0..1] 7"));
}

TEST(Inference, GetsetTakesOverWhateverWasThere) {
  Story story;
  story.does(alice, setnx(key, "1000"), Reply::number(1), 0, 1);
  story.does(bob, getset(key, "2000"), Reply::bulk("1000"), 5, 6);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..1] 1000", "key_set bob [5..6] 2000"));
}

TEST(Inference, ACounterKeepsItsLease) {
  Story story;
  story.does(alice, incr(key), Reply::number(1), 0, 1);
  story.does(alice, pexpire(key, 100ms), Reply::number(1), 2, 3);
  story.does(bob, incr(key), Reply::number(2), 50, 51);
  story.later(200);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..1] 1", "key_lease alice [2..3] for 100",
                                        "key_set bob [50..51] 2 for 53", "key_expired [102..104]"));
}

TEST(Inference, AnAtomicSaleIsReadAndWriteOfTheResourceAtOnce) {
  Story story;
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  story.does(alice, sale, Reply::number(9), 0, 2);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..2] 9", "resource_wrote alice [0..2] 9"));
}

TEST(Inference, SalesThatOverlapAreToldInTheOrderInWhichTheyRan) {
  Story story;
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  const auto first = story.sends(alice, sale, 0);
  const auto second = story.sends(bob, sale, 1);
  story.receives(second, Reply::number(8), 3);
  EXPECT_THAT(story.told(), Not(Contains(StartsWith("resource_wrote"))));
  story.receives(first, Reply::number(9), 4);
  std::vector<std::string> writes = story.told();
  std::erase_if(writes, [](const std::string& line) { return !line.starts_with("resource"); });
  EXPECT_THAT(writes, ElementsAre("resource_wrote alice [0..4] 9", "resource_wrote bob [1..4] 8"));
}

TEST(Inference, SalesThatOverlapAreToldAsTheyRanWhereTheStockIsKnown) {
  Story story;
  story.inference().assume(NodeId{0}, "locklab:stock", "10");
  Command sale = decr("locklab:stock");
  sale.purpose = Purpose::write;
  const auto first = story.sends(alice, sale, 0);
  const auto second = story.sends(bob, sale, 1);
  story.receives(second, Reply::number(8), 3);
  story.receives(first, Reply::number(9), 4);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..3] 9", "key_set bob [1..3] 8",
                          "resource_wrote alice [0..4] 9", "resource_wrote bob [1..4] 8"));
}

TEST(Inference, AKeyThatIsFoundGoneWasRemovedBefore) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  story.does(bob, del(key), Reply::number(0), 101, 103);  // before the lease must have ended
  story.does(bob, get(key), Reply::nil(), 104, 105);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 100", "key_expired [100..102]"));
}

TEST(Inference, AReplyThatMayBeOlderThanTheKeyDoesNotEndIt) {
  Story story;
  const auto early = story.sends(bob, get(key), 0);
  story.does(alice, claim("T1"), ok, 1, 2);
  story.receives(early, Reply::nil(), 3);
  EXPECT_EQ(story.inference().keys_at(NodeId{0}), 1);
}

TEST(Inference, ARefusalTellsNothingOfWhoHoldsTheKey) {
  Story story;
  const auto unheard = story.sends(alice, claim("T1"), 0);
  story.does(bob, claim("T2"), Reply::nil(), 1, 2);
  EXPECT_THAT(story.told(), IsEmpty());
  story.receives(unheard, ok, 5);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..5] T1 for 100"));
}

TEST(Inference, AReplyReadLongAfterItsLeaseEndedDoesNotTakeTheKeyFromOthers) {
  Story story;
  const auto paused = story.sends(alice, claim("T1"), 0);
  story.does(bob, claim("T2", 1000ms), ok, 150, 152);
  story.receives(paused, ok, 400);
  story.does(bob, owner_release("T2"), Reply::number(1), 410, 411);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set bob [150..152] T2 for 1000", "key_deleted bob [410..411]"));
}

TEST(Inference, WhereNothingExplainsAReplyTheReplyIsRight) {
  Story story;
  story.does(alice, claim("T1", 10s), ok, 0, 1);
  // Somebody whom we do not see has removed it.
  story.does(bob, claim("T2", 10s), ok, 10, 11);
  story.does(alice, owner_release("T1"), Reply::number(0), 20, 21);
  story.does(bob, owner_release("T2"), Reply::number(1), 30, 31);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [0..1] T1 for 10000", "key_set bob [10..11] T2 for 10000",
                          "key_deleted bob [30..31]"));
}

TEST(Inference, ATransactionWhoseEndWasNotHeardIsKnownByTheNextClaim) {
  Story story;
  Command begin("MULTI");
  Command remove = del(key);
  const auto claimed = [&](ClientId who, std::string_view token, std::int64_t at) {
    story.does(who, setnx(key, token), Reply::number(1), at, at + 1);
  };
  claimed(alice, "T1", 0);
  const auto multi = story.sends(alice, begin, 10);
  const auto queued = story.sends(alice, remove, 10);
  const auto exec = story.sends(alice, Command("EXEC"), 10);
  story.receives(multi, ok, 11);
  story.receives(queued, Reply::status("QUEUED"), 11);
  story.gives_up(exec, 20);
  claimed(bob, "T2", 30);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..1] T1", "key_deleted alice [10..31]",
                                        "key_set bob [30..31] T2"));
}

TEST(Inference, ACommandThatNobodyHereKnowsByNameIsUnderstood) {
  Story story;
  Command text("APPEND");
  story.does(alice, text.add(key).add("abc"), Reply::number(3), 0, 1);
  Command take("GETDEL");
  story.does(alice, take.add(key), Reply::bulk("abc"), 2, 3);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..1] abc", "key_deleted alice [2..3]"));
}

TEST(Inference, ANodeThatForgotLosesItsKeys) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 1);
  EXPECT_EQ(story.inference().keys_at(NodeId{0}), 1);
  story.inference().node_forgot(NodeId{0}, 5'000);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [0..1] T1 for 100", "key_lost [5..5]"));
  EXPECT_EQ(story.inference().keys_at(NodeId{0}), 0);
  story.does(bob, claim("T2"), ok, 10, 11);
  EXPECT_EQ(story.told().size(), 3u);
}

}  // namespace
}  // namespace locklab::app
