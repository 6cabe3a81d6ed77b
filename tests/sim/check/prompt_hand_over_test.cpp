// In forged traces the bound is 100 ms.
#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_prompt_hand_over(const Forged& forged) {
  return judged(forged, Property::prompt_hand_over);
}

/// alice releases at 10 ms while bob waits.
Forged released_with_a_waiter() {
  Forged f;
  f.by("alice").gets_in().at(2ms).by("bob").attempt().refused().at(10ms).by("alice").gets_out();
  return f;
}

TEST(PromptHandOver, AWaiterThatGetsInWithinTheBoundIsKept) {
  Forged f = released_with_a_waiter();
  f.at(40ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_prompt_hand_over(f), IsKept());
}

TEST(PromptHandOver, AWaiterThatSleepsOnIsABreach) {
  Forged f = released_with_a_waiter();
  f.at(111ms).by("bob").acquired().entered();
  const Verdict v = judge_prompt_hand_over(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.other, 7u);
}

TEST(PromptHandOver, AnotherFaultlessEntryCounts) {
  Forged f = released_with_a_waiter();
  f.at(40ms).by("carol").gets_in();
  EXPECT_THAT(judge_prompt_hand_over(f), IsKept());
}

TEST(PromptHandOver, AFaultInBetweenExcuses) {
  Forged f = released_with_a_waiter();
  f.at(20ms).node_fault(EventKind::node_clock).at(300ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

TEST(PromptHandOver, WithoutAWaiterNothingIsHandedOver) {
  Forged f;
  f.by("alice").gets_in().at(2ms).gets_out().at(3ms).by("bob").attempt().at(300ms).ended();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

TEST(PromptHandOver, AReleaseThatRemovedNothingIsNone) {
  Forged f;
  f.by("alice").gets_in().by("bob").attempt().by("alice").left().releasing();
  f.released(Released::expired).at(300ms).ended();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

TEST(PromptHandOver, AShorterRunIsNotJudged) {
  Forged f = released_with_a_waiter();
  f.at(50ms).ended();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

TEST(PromptHandOver, EntriesBeforeTheReleaserKnowsCount) {
  Forged f;
  f.by("alice").gets_in().at(1ms).by("bob").attempt().by("alice").left().releasing();
  f.at(2ms).by("bob").acquired().entered().at(3ms).by("alice").released();
  EXPECT_THAT(judge_prompt_hand_over(f), IsKept());
}

TEST(PromptHandOver, WithAnotherStillInsideTheWayIsNotFree) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().by("carol").attempt().by("alice").gets_out();
  f.at(300ms).ended();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

TEST(PromptHandOver, AnEntryBesideAHolderIsNoHandOverEvenBeforeTheReleaserKnows) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().at(1ms).by("carol").attempt();
  f.by("alice").left().releasing();
  f.at(2ms).by("carol").acquired().entered().at(3ms).by("alice").released().at(300ms).ended();
  EXPECT_THAT(judge_prompt_hand_over(f), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
