#include <gtest/gtest.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_fencing(const Forged& forged) { return judged(forged, Property::fencing); }

TEST(Fencing, AnOlderTokenIsNeverAccepted) {
  Forged f;
  f.by("alice").attempt().read(10, 33).at(5ms).by("bob").attempt().read(10, 34).wrote(9, 34);
  f.at(9ms).by("alice").wrote(9, 33);
  const Verdict v = judge_fencing(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, f.last());
}

TEST(Fencing, AnOlderReadIsAsBad) {
  Forged f;
  f.by("bob").wrote(9, 34).at(5ms).by("alice").read(9, 33);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, ARejectedWriteIsWhatTheFenceIsFor) {
  Forged f;
  f.by("alice").read(10, 33).by("bob").read(10, 34).wrote(9, 34).by("alice").rejected(9, 33);
  EXPECT_THAT(judge_fencing(f), IsKept());
  f.rejected(9, 33);
  EXPECT_THAT(judge_fencing(f), IsKept());
}

TEST(Fencing, TheSameTokenGivenTwiceIsABreach) {
  Forged f;
  f.by("alice").attempt().acquired_with_token(1).read(10, 1);
  f.at(5ms).by("bob").attempt().acquired_with_token(1);
  const std::size_t again = f.last();
  f.read(10, 1).wrote(9, 1);
  const Verdict v = judge_fencing(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, again);
  EXPECT_EQ(v.other, 1u);
}

TEST(Fencing, ATokenGivenTwiceToOneClientIsABreachToo) {
  Forged f;
  f.by("alice").attempt().acquired_with_token(7).attempt().acquired_with_token(7);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, TurningTheNewestHolderAwayIsABreach) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired_with_token(5).read(10, 5).wrote(9, 5);
  f.at(60ms).by("bob").attempt().key_set(50ms).acquired_with_token(1).rejected(8, 1);
  const Verdict v = judge_fencing(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, f.last());
}

TEST(Fencing, TurningTheNewestHolderAwayIsToldBeforeATokenGivenTwice) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired_with_token(1).read(10, 1).wrote(9, 1);
  f.at(5ms).attempt().key_set(50ms).acquired_with_token(2).read(9, 2);
  f.at(60ms).by("bob").attempt().key_set(50ms).acquired_with_token(1).rejected(8, 1);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

// Bob hears of his grant after alice has used hers, which came later.
TEST(Fencing, ARejectionIsJudgedByTheOrderOfGrants) {
  Forged f;
  f.by("bob").attempt().key_set(50ms).at(50ms).key_expired();
  f.at(55ms).by("alice").attempt().key_set(50ms).acquired_with_token(2).read(10, 2);
  f.at(60ms).by("bob").acquired_with_token(1).rejected(8, 1);
  EXPECT_THAT(judge_fencing(f), IsKept());
}

TEST(Fencing, WhereTheTraceDoesNotShowTheGrantsARejectionIsTrusted) {
  Forged f;
  f.by("alice").attempt().acquired_with_token(5).read(10, 5);
  f.at(5ms).by("bob").attempt().acquired_with_token(1).rejected(8, 1);
  EXPECT_THAT(judge_fencing(f), IsKept());
}

/// The counter of tokens is lost with n1, whose replica has never heard of it.
TEST(Fencing, AFailoverThatLosesTheCounterBreaksIt) {
  const Verdict v = verdict_of(
      R"(bare strategy=fenced set={work_ms=10, node=[{name="n1"}, {name="n2", replica_of="n1", )"
      R"(replication_lag_ms=500}], client=[{name="alice", rounds=3}, {name="bob", start_ms=150}]})"
      R"( fault={at_ms=100, kill={node="n1"}} fault={at_ms=110, promote={node="n2"}})",
      Property::fencing);
  EXPECT_THAT(v, IsBroken());
}

TEST(Fencing, ATokenHeardOfLateIsNoneGivenTwice) {
  Forged f;
  f.by("alice").attempt().by("bob").attempt().acquired_with_token(34).wrote(9, 34);
  f.by("alice").acquired_with_token(33);
  EXPECT_THAT(judge_fencing(f), IsKept());
  f.by("carol").attempt().acquired_with_token(33);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, TokensThatNeverGoBackAreKept) {
  Forged f;
  f.by("alice").read(10, 1).wrote(9, 1).by("bob").read(9, 2).wrote(8, 2);
  EXPECT_THAT(judge_fencing(f), IsKept());
}

TEST(Fencing, WithoutTokensTheOrderOfGrantsCounts) {
  Forged f;
  f.by("alice").gets_in().read(10).at(60ms).by("bob").gets_in().read(10).wrote(9);
  f.at(70ms).by("alice").wrote(9);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, WhoHearsLateOfItsGrantHasTheOlderLock) {
  // alice's grant is 60 ms on its way back, so she acquires after bob: he is not the stale one.
  Forged f;
  f.at(60ms).by("alice").attempt().key_set(50ms).at(110ms).key_expired();
  f.at(115ms).by("bob").attempt().key_set(50ms).acquired().entered().read(10);
  f.at(120ms).by("alice").acquired().entered().read(10).at(138ms).by("bob").wrote(9);
  EXPECT_THAT(judge_fencing(f), IsKept());
  f.at(143ms).by("alice").wrote(9);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, GrantsThatOverlapInTimeGiveNoOrder) {
  Forged f;
  f.at(10ms).by("alice").attempt().within(8ms).key_set(50ms).acquired();
  f.at(11ms).by("bob").attempt().within(8ms).key_set(50ms).acquired().at(20ms).wrote(9);
  f.at(30ms).by("alice").wrote(9);
  EXPECT_THAT(judge_fencing(f), IsNotApplicable());
}

TEST(Fencing, ALateWriteOfAnEarlierHoldOfTheSameClientIsStale) {
  Forged f;
  f.by("alice").gets_in().read(10).gets_out().by("bob").gets_in().read(10).wrote(9).gets_out();
  f.at(20ms).by("alice").gets_in().acquisition(1).wrote(9);
  EXPECT_THAT(judge_fencing(f), IsBroken());
}

TEST(Fencing, WithoutTokensALateReadHarmsNobody) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().read(10).wrote(9).by("alice").read(9);
  EXPECT_THAT(judge_fencing(f), IsKept());
}

TEST(Fencing, OverlappingTimesGiveNoOrder) {
  Forged f;
  f.at(10ms).within(5ms).by("bob").wrote(9, 34).at(12ms).within(5ms).by("alice").wrote(9, 33);
  EXPECT_THAT(judge_fencing(f), IsNotApplicable());
  Forged other_way;
  other_way.at(10ms).within(5ms).by("alice").wrote(9, 33);
  other_way.at(12ms).within(5ms).by("bob").wrote(9, 34);
  EXPECT_THAT(judge_fencing(other_way), IsNotApplicable());
}

TEST(Fencing, WithoutALockItIsNotJudged) {
  EXPECT_THAT(judge_fencing(Forged().needs(0).by("alice").gets_in().wrote(9)), IsNotApplicable());
  EXPECT_THAT(judge_fencing(Forged().quota(1, 60s).by("alice").gets_in()), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
