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
  EXPECT_THAT(judge_fault_tolerance(f), KeptWith("1 entry while a minority"));
}

TEST(FaultTolerance, NobodyGettingInWithAMinorityDownIsABreach) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt().at(155ms).ended();
  EXPECT_THAT(
      judge_fault_tolerance(f),
      BrokenWith("nobody got in from 5 ms to 155 ms, although alice waited and only n3 of 3 "
                 "nodes was down or cut off"));
}

TEST(FaultTolerance, BeingCutOffFromAMinorityIsTheSame) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").cut().at(5ms).attempt().at(155ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), BrokenWith("only n2 of 3 nodes"));
}

TEST(FaultTolerance, AMajorityDownIsNotJudged) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n1").killed().on("n2").killed();
  f.at(5ms).by("alice").attempt().at(500ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), NotApplicableWith("a minority, and no more"));
}

TEST(FaultTolerance, TheOnlyNodeIsASinglePointOfFailure) {
  Forged f;
  f.at(1ms).killed().at(5ms).by("alice").attempt().at(155ms).refused().gave_up();
  EXPECT_THAT(
      judge_fault_tolerance(f),
      BrokenWith("n1 was down or cut off, the lock's only node and a single point of failure"));
}

TEST(FaultTolerance, AReplicaThatTookOverIsKept) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").on("n1").killed().at(5ms).by("alice").attempt();
  f.at(20ms).on("n2").node_fault(EventKind::node_promoted).at(30ms).acquired().entered();
  EXPECT_THAT(judge_fault_tolerance(f), KeptWith("1 entry"));
}

TEST(FaultTolerance, WithoutALostNodeItIsNotJudged) {
  EXPECT_THAT(judge_fault_tolerance(Forged().by("alice").gets_in()),
              NotApplicableWith("no node was down"));
}

TEST(FaultTolerance, AShorterRunIsNotJudged) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt().at(100ms).ended();
  EXPECT_THAT(judge_fault_tolerance(f), NotApplicableWith("a judgement needs 150 ms"));
}

TEST(FaultTolerance, WithoutANodeItIsNotJudged) {
  EXPECT_THAT(judge_fault_tolerance(Forged().needs(0).killed().by("alice").gets_in()),
              NotApplicableWith("no lock"));
}

}  // namespace
}  // namespace locklab::sim
