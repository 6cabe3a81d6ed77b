#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_reentrancy(const Forged& forged) { return judged(forged, Property::reentrancy); }

TEST(Reentrancy, AHolderThatGetsInAgainIsKept) {
  Forged f;
  f.by("alice").gets_in().at(1ms).gets_in().left().left();
  EXPECT_THAT(judge_reentrancy(f), IsKept());
}

TEST(Reentrancy, AHolderThatIsRefusedWaitsForItself) {
  Forged f;
  f.by("alice").gets_in().at(1ms).attempt().refused();
  EXPECT_THAT(judge_reentrancy(f), IsBroken());
}

TEST(Reentrancy, WithSomebodyElseInsideItDoesNotWaitForItself) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().by("alice").attempt().refused();
  EXPECT_THAT(judge_reentrancy(f), IsNotApplicable());
}

TEST(Reentrancy, ACrashLeavesItUndecided) {
  Forged f;
  f.by("alice").gets_in().attempt().crashed();
  EXPECT_THAT(judge_reentrancy(f), IsNotApplicable());
}

TEST(Reentrancy, WithoutANestedAttemptItIsNotJudged) {
  Forged f;
  f.by("alice").gets_in().gets_out().gets_in();
  EXPECT_THAT(judge_reentrancy(f), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
