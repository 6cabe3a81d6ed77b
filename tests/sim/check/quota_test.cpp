#include <gtest/gtest.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_quota(const Forged& forged) { return judged(forged, Property::quota); }

Forged two_a_second() {
  Forged f;
  f.quota(2, 1s);
  return f;
}

TEST(Quota, TheLimitIsAdmittedAndOneMoreIsABreach) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().at(100ms).by("bob").attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
  f.at(999ms).by("carol").attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsBroken());
}

TEST(Quota, TheNextWindowBeginsWithTheFirstAdmissionAfterTheLast) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().attempt().acquired();
  f.at(1500ms).attempt().acquired().at(2400ms).attempt().acquired().at(2600ms).attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, ABurstAtTheBorderOfTwoWindowsIsKeptAndTold) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().at(990ms).attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
  f.at(1003ms).attempt().acquired().at(1004ms).attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, AWindowOfNoLengthIsJudgedLikeAnyOther) {
  Forged f;
  f.quota(2, 0ms);
  f.by("alice").attempt().acquired().attempt().acquired().attempt().acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, AVisitorCountsFromWhenItsCommandRan) {
  // The third ran just after the window's end, though the first was heard of a little late.
  Forged f = two_a_second();
  f.by("alice").attempt().at(1ms).key_set(1s).at(3ms).acquired();
  f.at(10ms).by("bob").attempt().key_set(1s).acquired();
  f.at(1001ms).by("carol").attempt().key_set(1s).acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, AReplicasCopyIsNoSecondVisit) {
  // Carol's command ran inside the window; the copy reached the replica after its end.
  Forged f = two_a_second();
  f.replica("n2", "n1");
  f.by("alice").attempt().key_set(1s).acquired().by("bob").attempt().key_set(1s).acquired();
  f.at(999ms).by("carol").attempt().key_set(1s).at(1001ms).on("n2").key_set(1s).acquired();
  EXPECT_THAT(judge_quota(f), IsBroken());
}

TEST(Quota, BeingRefusedInsideAWindowIsKept) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().attempt().acquired().at(500ms).attempt().refused();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, BeingRefusedAfterTheWindowsEndIsABreach) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().attempt().acquired();
  f.at(1100ms).by("bob").attempt().refused();
  EXPECT_THAT(judge_quota(f), IsKept());  // within the bound
  f.at(1101ms).attempt().refused();
  EXPECT_THAT(judge_quota(f), IsBroken());
}

TEST(Quota, NeverAdmittingAnybodyIsABreach) {
  Forged f = two_a_second();
  f.by("bob").attempt().refused().at(1200ms).attempt().refused();
  EXPECT_THAT(judge_quota(f), IsBroken());
}

TEST(Quota, ARefusalBecauseTheServerDidNotAnswerIsNone) {
  Forged f = two_a_second();
  f.by("alice").attempt().acquired().at(5s).attempt().timed_out().refused();
  EXPECT_THAT(judge_quota(f), IsKept());
}

// Alice's command is held on its way, and runs when she has given that attempt up.
TEST(Quota, AVisitOfAnEarlierAttemptBeginsAWindow) {
  Forged f;
  f.quota(1, 1s).by("alice").attempt().key_set(1s).acquired();
  f.at(900ms).attempt().timed_out().refused();
  f.at(1000ms).attempt().at(1010ms).acquisition(2).key_set(1s).acquisition(3).refused();
  f.at(1900ms).attempt().refused().at(2010ms).attempt().key_set(1s).acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
}

TEST(Quota, WhatItBeganEndsWhenTheServersWindowEnds) {
  Forged f;
  f.quota(1, 1s).by("alice").attempt().timed_out().at(10ms).key_set(1s).refused();
  f.at(300ms).by("bob").attempt().refused().at(1011ms).attempt().key_set(1s).acquired();
  f.at(2011ms).by("carol").attempt().key_set(1s).acquired();
  EXPECT_THAT(judge_quota(f), IsKept());
  EXPECT_THAT(judge_quota(f.at(3200ms).by("bob").attempt().refused()), IsBroken());
}

TEST(Quota, NoSearchFindsALockoutThatALateVisitExplains) {
  for (const char* fault : {"hold=1", "cut=1"})
    for (const char* window : {"window_ms=200", "window_ms=100", "window_ms=50"}) {
      const SearchSpec spec = spec_for(ask("rate_limit_lua", fault, Property::quota, window));
      const Answer found = answer(spec, search(spec.task()));
      EXPECT_TRUE(found.exhausted);
      for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
    }
}

TEST(Quota, WhoIsNoRateLimiterIsNotJudged) {
  EXPECT_THAT(judge_quota(Forged().by("alice").gets_in()), IsNotApplicable());
  EXPECT_THAT(judge_quota(std::move(two_a_second().by("alice").client_fault(EventKind::started))),
              IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
