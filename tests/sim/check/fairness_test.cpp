#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_fairness(const Forged& forged) { return judged(forged, Property::fairness); }

/// alice is inside; bob waits since 1 ms, carol since 2 ms.
Forged two_waiters() {
  Forged f;
  f.by("alice").gets_in().at(1ms).by("bob").attempt().refused().at(2ms).by("carol").attempt();
  f.at(5ms).by("alice").gets_out();
  return f;
}

TEST(Fairness, TheFirstToAskIsTheFirstToGetIn) {
  Forged f = two_waiters();
  f.by("bob").attempt().acquired().entered();
  EXPECT_THAT(judge_fairness(f), IsKept());
}

TEST(Fairness, OvertakingIsABreach) {
  Forged f = two_waiters();
  f.by("carol").acquired().entered();
  const Verdict v = judge_fairness(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.other, 3u);
}

TEST(Fairness, WhoAskedAtTheSameTimeDidNotAskEarlier) {
  Forged f;
  f.by("alice").attempt().at(999us).by("bob").attempt().at(8ms).acquired().entered();
  EXPECT_THAT(judge_fairness(f), IsKept());
}

TEST(Fairness, WhoCrashesOrGivesUpLeavesTheQueue) {
  Forged crashed = two_waiters();
  crashed.by("bob").crashed().by("dave").attempt().by("carol").acquired().entered();
  EXPECT_THAT(judge_fairness(crashed), IsKept());
  Forged gave_up = two_waiters();
  gave_up.by("bob").gave_up().attempt().by("carol").acquired().entered();
  EXPECT_THAT(judge_fairness(gave_up), IsKept());
}

TEST(Fairness, AReentryOvertakesNobody) {
  Forged f;
  f.by("alice").gets_in().by("bob").attempt().by("carol").attempt().by("alice").gets_in();
  EXPECT_THAT(judge_fairness(f), IsNotApplicable());
}

TEST(Fairness, QueuesOfDifferentLocksAreSeparate) {
  Forged f;
  f.lock("locklab:a").by("alice").attempt().lock("locklab:b").by("bob").attempt().acquired();
  EXPECT_THAT(judge_fairness(f), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
