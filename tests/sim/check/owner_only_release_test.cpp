#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_owner_only_release(const Forged& forged) {
  return judged(forged, Property::owner_only_release);
}

TEST(OwnerOnlyRelease, ReleasingOnesOwnIsKept) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(5ms).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, RemovingTheNextHoldersLockIsABreach) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
  f.at(62100us).by("bob").attempt().key_set(50ms).at(70ms).by("alice").key_deleted();
  const Verdict v = judge_owner_only_release(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, f.last());
  EXPECT_EQ(v.other, 4u);
}

TEST(OwnerOnlyRelease, AReleaseByOneWhoNeverHeldIsABreach) {
  Forged f;
  f.by("alice").attempt().key_set(std::nullopt).at(5ms).by("bob").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, AHoldIsAnAcquisitionNotAClient) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(50ms).key_expired().at(60ms).attempt().key_set(50ms);
  f.at(70ms).acquisition(1).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, ExpiryAndFlushAreNoReleases) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
  f.by("bob").attempt().key_set(50ms).at(60ms).key_lost().by("carol").attempt().key_set(50ms);
  f.by("alice").at(70ms).key_deleted(Purpose::other);
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, OverwritingIsNoReleaseButTakesTheLockOver) {
  Forged f;
  f.by("alice").attempt().key_set(std::nullopt).acquired();
  f.at(5ms).by("bob").attempt().key_set(std::nullopt).acquired();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
  f.at(6ms).by("alice").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, AnOverwriteThatIsRefusedTakesNothingOver) {
  Forged f;
  f.by("alice").attempt().key_set(std::nullopt).acquired();
  f.at(5ms).by("bob").attempt().key_set(std::nullopt).refused();
  f.at(6ms).by("alice").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, AnOverwriteWhoseReplyIsOnItsWayIsJudgedByItsOutcome) {
  Forged refused;
  refused.by("alice").attempt().key_set(std::nullopt).acquired();
  refused.at(5ms).by("bob").attempt().key_set(std::nullopt).by("alice").key_deleted();
  refused.at(6ms).by("bob").refused();
  EXPECT_THAT(judge_owner_only_release(refused), IsKept());

  Forged acquired;
  acquired.by("alice").attempt().key_set(std::nullopt).acquired();
  acquired.at(5ms).by("bob").attempt().key_set(std::nullopt).by("alice").key_deleted();
  const std::size_t release = acquired.last();
  acquired.at(6ms).by("bob").acquired();
  const Verdict v = judge_owner_only_release(acquired);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, release);
}

TEST(OwnerOnlyRelease, AReplicasCopyBelongsToTheHoldWithItsValue) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().value("A").on("n1").key_set(500ms);
  f.at(20ms).on("n2").copied(480ms).at(30ms).on("n1").killed().key_lost();
  f.at(40ms).on("n2").node_fault(EventKind::node_promoted).at(50ms).by("alice").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());

  Forged foreign;
  foreign.nodes({"n1"})
      .replica("n2", "n1")
      .by("alice")
      .attempt()
      .value("A")
      .on("n1")
      .key_set(500ms);
  foreign.at(20ms).on("n2").copied(480ms).at(50ms).by("bob").attempt().key_deleted();
  EXPECT_THAT(judge_owner_only_release(foreign), IsBroken());
}

TEST(OwnerOnlyRelease, AKeyOfNobodyKnownIsNotJudged) {
  Forged f;
  f.nodes({"n1"})
      .replica("n2", "n1")
      .on("n2")
      .value("X")
      .copied(500ms)
      .by("bob")
      .attempt()
      .key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, EveryNodeHasItsOwnOwner) {
  Forged f;
  f.nodes({"n1", "n2"}).by("alice").attempt().on("n1").key_set(50ms);
  f.by("bob").attempt().on("n2").key_set(50ms).at(5ms).key_deleted();
  f.by("alice").on("n1").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
  f.at(9ms).by("bob").on("n2").key_set(50ms).by("alice").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, ARenewalDoesNotChangeTheOwner) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(5ms).by("bob").attempt().key_lease(50ms, Purpose::renew);
  f.at(6ms).by("alice").key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, AReentrantHoldIsGivenBackStepByStep) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(1ms).attempt().key_set(50ms).acquired().entered();
  f.at(2ms).left().message(7).key_set(50ms, Purpose::release).key_lease(50ms, Purpose::release);
  f.at(3ms).acquisition(1).left().message(8).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
}

TEST(OwnerOnlyRelease, PermitsAreGivenBackByThoseWhoHaveThem) {
  Forged f;
  f.admits(2).by("alice").attempt().key_set(std::nullopt).by("bob").attempt().key_set(std::nullopt);
  f.at(1ms).by("alice").message(5).key_set(std::nullopt, Purpose::release);
  EXPECT_THAT(judge_owner_only_release(f), IsKept());
  f.at(2ms).message(6).key_set(std::nullopt, Purpose::release);
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, IntervalsThatOverlapGiveNoOrder) {
  // alice's lease may have ended before bob's claim, or her release was first.
  Forged f;
  f.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
  f.at(60ms).by("bob").attempt().within(5ms).key_set(50ms);
  f.at(62ms).by("alice").within(5ms).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsNotApplicable());

  Forged other_way;
  other_way.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
  other_way.at(60ms).within(5ms).key_deleted();
  other_way.at(62ms).by("bob").attempt().within(5ms).key_set(50ms);
  EXPECT_THAT(judge_owner_only_release(other_way), IsNotApplicable());
}

TEST(OwnerOnlyRelease, ALeaseThatStillRanLeavesOneOrderOnly) {
  Forged f;
  f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
  f.at(60ms).by("bob").attempt().within(5ms).key_set(500ms);
  f.at(62ms).by("alice").within(5ms).key_deleted();
  f.at(90ms).by("bob").within(1ms).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsKept());

  Forged other_way;
  other_way.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
  other_way.at(60ms).within(5ms).key_deleted();
  other_way.at(62ms).by("bob").attempt().within(5ms).key_set(500ms);
  EXPECT_THAT(judge_owner_only_release(other_way), IsKept());
}

TEST(OwnerOnlyRelease, AChangedNodeClockMakesLeasesUncertain) {
  Forged f;
  f.node_fault(EventKind::node_clock);
  f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
  f.at(60ms).by("bob").attempt().within(5ms).key_set(500ms);
  f.at(62ms).by("alice").within(5ms).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsNotApplicable());
}

TEST(OwnerOnlyRelease, IntervalsApartGiveAnOrder) {
  Forged f;
  f.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
  f.at(60ms).by("bob").attempt().within(2ms).key_set(50ms);
  f.at(70ms).by("alice").within(2ms).key_deleted();
  EXPECT_THAT(judge_owner_only_release(f), IsBroken());
}

TEST(OwnerOnlyRelease, WithoutALockNothingCanBeReleased) {
  EXPECT_THAT(judge_owner_only_release(Forged().needs(0).by("alice").gets_in()), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
