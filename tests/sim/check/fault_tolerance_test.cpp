// In forged traces lease + bound are 50 + 100 ms.
#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_fault_tolerance(const Forged& forged) {
  return judged(forged, Property::fault_tolerance);
}

TEST(FaultTolerance, GettingInWithAMinorityDownIsKept) {
  Forged f;
  f.nodes({"n1", "n2", "n3", "n4", "n5"}).on("n4").killed().on("n5").killed();
  f.at(5ms).by("alice").gets_in().at(9ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsKept());
}

TEST(FaultTolerance, NobodyGettingInWithAMinorityDownIsABreach) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

TEST(FaultTolerance, BeingCutOffFromAMinorityIsTheSame) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").cut().at(5ms).attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

TEST(FaultTolerance, AMajorityDownIsNotJudged) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n1").killed().on("n2").killed();
  f.at(5ms).by("alice").attempt().at(500ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsNotApplicable());
}

TEST(FaultTolerance, TheOnlyNodeIsASinglePointOfFailure) {
  Forged f;
  f.at(1ms).killed().at(5ms).by("alice").attempt().at(155ms).refused().gave_up();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

TEST(FaultTolerance, AReplicaThatTookOverIsKept) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").on("n1").killed().at(5ms).by("alice").attempt();
  f.at(20ms).on("n2").node_fault(EventKind::node_promoted).at(30ms).acquired().entered();
  EXPECT_THAT(judge_fault_tolerance(f), IsKept());
}

TEST(FaultTolerance, WithoutALostNodeItIsNotJudged) {
  EXPECT_THAT(judge_fault_tolerance(Forged().by("alice").gets_in()), IsNotApplicable());
}

TEST(FaultTolerance, AShorterRunIsNotJudged) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt().at(100ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsNotApplicable());
}

TEST(FaultTolerance, WithoutANodeItIsNotJudged) {
  EXPECT_THAT(judge_fault_tolerance(Forged().needs(0).killed().by("alice").gets_in()),
              IsNotApplicable());
}

TEST(FaultTolerance, AHoldThatWasHealedLosesNoNode) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").link_fault(EventKind::link_held);
  f.at(5ms).attempt().at(10ms).link_fault(EventKind::link_healed).at(500ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsNotApplicable());
}

TEST(FaultTolerance, ANodeIsLostUntilTheLastFaultOfItsLinkEnds) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").token(1).link_fault(EventKind::link_held);
  f.token(2).cut().token(2).link_fault(EventKind::link_healed).at(5ms).attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

TEST(FaultTolerance, ANodeThatWasKilledIsLostThoughItsEarlierFreezeEnds) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n2").token(1).node_fault(EventKind::node_stopped);
  f.token(2).killed().token(1).node_fault(EventKind::node_continued);
  f.at(5ms).by("alice").attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

TEST(FaultTolerance, OnlyTheNodesThatAWaiterHasLostAreNamed) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n1").by("alice").started().cut();
  f.on("n3").by("bob").started().cut().at(5ms).attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), IsBroken());
}

}  // namespace
}  // namespace locklab::sim
