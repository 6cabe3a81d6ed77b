#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_mutual_exclusion(const Forged& forged) {
  return judged(forged, Property::mutual_exclusion);
}

TEST(MutualExclusion, TwoInsideAtOnceIsABreach) {
  Forged f;
  f.at(12400us).by("alice").gets_in().at(15ms).by("bob").gets_in();
  const Verdict v = judge_mutual_exclusion(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, 5u);
  EXPECT_EQ(v.other, 2u);
}

TEST(MutualExclusion, OneAfterTheOtherIsKept) {
  Forged f;
  f.by("alice").gets_in().at(5ms).gets_out().at(6ms).by("bob").gets_in().at(9ms).gets_out();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
}

TEST(MutualExclusion, NobodyInsideIsKept) {
  EXPECT_THAT(judge_mutual_exclusion(Forged().by("alice").attempt().refused()), IsKept());
}

TEST(MutualExclusion, DifferentLocksDoNotExcludeEachOther) {
  Forged f;
  f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
}

TEST(MutualExclusion, APausedClientIsInsideAndItsLeaseTellsWhy) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(1ms).paused().at(50ms).key_expired().at(60ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, ACrashEndsTheCriticalSection) {
  Forged f;
  f.by("alice").gets_in().at(1ms).crashed().at(60ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
}

TEST(MutualExclusion, AReentryEndsWithItsOutermostLeft) {
  Forged f;
  f.by("alice").gets_in().at(1ms).gets_in().at(2ms).left();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
  f.at(3ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, NPermitsAdmitNAndNotOneMore) {
  Forged f;
  f.admits(2).by("alice").gets_in().by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
  f.at(3ms).by("carol").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, SharedHoldersAreInsideTogetherAndNobodyElse) {
  Forged f;
  f.by("alice").attempt(Mode::shared).acquired().entered();
  f.by("bob").attempt(Mode::shared).acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
  f.at(3ms).by("carol").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, WhoKeepsOnlyItsSharedHoldLetsOthersIn) {
  Forged f;
  f.by("alice").gets_in().attempt(Mode::shared).acquired().entered();
  f.by("alice").acquisition(1).left().releasing().released();
  f.by("bob").attempt(Mode::shared).acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
}

TEST(MutualExclusion, AReaderWhoGoesOnToWriteBesideAnotherIsABreach) {
  Forged f;
  f.by("alice").attempt(Mode::shared).acquired().entered();
  f.by("bob").attempt(Mode::shared).acquired().entered().at(2ms).gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, AHoldOfSeveralPermitsCountsForAllOfThem) {
  Forged f;
  f.admits(3).by("alice").attempt(Mode::exclusive, 2).acquired().entered();
  f.by("bob").attempt(Mode::exclusive, 1).acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsKept());
  f.at(2ms).by("alice").gets_out();
  f.by("carol").attempt(Mode::exclusive, 3).acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, AStrategyWithoutALimitIsNotJudged) {
  Forged f;
  f.admits(0).by("alice").gets_in().by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsNotApplicable());
}

TEST(MutualExclusion, WithoutAServerNothingKeepsThemApart) {
  Forged f;
  f.needs(0).by("alice").gets_in().by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, AClockThatJumpedIsNamed) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  f.on("n1").key_set(50ms).on("n2").key_set(50ms).on("n3").key_set(50ms).acquired().entered();
  f.at(5ms).node_clock(45ms).key_expired().at(9ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, ANodeThatForgotAndAForeignReleaseAreNamed) {
  Forged lost;
  lost.by("alice").attempt().key_set(50ms).acquired().entered();
  lost.at(5ms).killed().key_lost().at(9ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(lost), IsBroken());

  Forged removed;
  removed.by("alice").attempt().key_set(50ms).acquired().entered();
  removed.at(5ms).by("bob").key_deleted().at(9ms).by("carol").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(removed), IsBroken());

  Forged overwritten;
  overwritten.by("alice").attempt().key_set(std::nullopt).acquired().entered();
  overwritten.at(5ms).by("bob").attempt().key_set(std::nullopt).acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(overwritten), IsBroken());
}

TEST(MutualExclusion, ALeaseWhoseEndNobodySawIsWorkedOut) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(60ms).by("bob").attempt().acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, OneWhoComesInOnALockThatItHasNoMoreIsNamed) {
  Forged f;
  f.by("alice").attempt().at(1ms).paused().key_set(50ms).at(51ms).key_expired();
  f.at(60ms).by("bob").attempt().key_set(50ms).acquired().entered();
  f.at(70ms).by("alice").resumed().acquired().entered();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

TEST(MutualExclusion, AFailoverIsNamed) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(5ms).killed().on("n2").node_fault(EventKind::node_promoted).at(9ms).by("bob").gets_in();
  EXPECT_THAT(judge_mutual_exclusion(f), IsBroken());
}

}  // namespace
}  // namespace locklab::sim
