#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_reentrancy(const Forged& forged) { return judged(forged, Property::reentrancy); }

TEST(Reentrancy, AHolderThatGetsInAgainIsKept) {
  Forged f;
  f.by("alice").gets_in().at(1ms).gets_in().left().left();
  EXPECT_THAT(judge_reentrancy(f), KeptWith("1 holder's second acquisition was granted"));
}

TEST(Reentrancy, AHolderThatIsRefusedWaitsForItself) {
  Forged f;
  f.by("alice").gets_in().at(1ms).attempt().refused();
  EXPECT_THAT(
      judge_reentrancy(f),
      BrokenWith("alice tried at 1 ms to acquire again the lock that it was inside, and was "
                 "refused: it waited for itself"));
}

TEST(Reentrancy, WithSomebodyElseInsideItDoesNotWaitForItself) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().by("alice").attempt().refused();
  EXPECT_THAT(judge_reentrancy(f), NotApplicableWith("was decided"));
}

TEST(Reentrancy, ACrashLeavesItUndecided) {
  Forged f;
  f.by("alice").gets_in().attempt().crashed();
  EXPECT_THAT(judge_reentrancy(f), NotApplicableWith("was decided"));
}

TEST(Reentrancy, WithoutANestedAttemptItIsNotJudged) {
  Forged f;
  f.by("alice").gets_in().gets_out().gets_in();
  EXPECT_THAT(judge_reentrancy(f), NotApplicableWith("no holder tried"));
}

}  // namespace
}  // namespace locklab::sim
