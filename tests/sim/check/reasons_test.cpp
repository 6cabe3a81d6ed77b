// Why two were inside: each test is a history in which one thing made the difference, and often
// another that did not.
#include <gtest/gtest.h>

#include "sim/check/reasons.h"
#include "tests/support/golden_text.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string why(const Forged& forged) {
  const Verdict verdict = judged(forged, Property::mutual_exclusion);
  EXPECT_EQ(verdict.kept, Kept::broken);
  const std::size_t reason = verdict.why.find(" inside: ");
  return reason == std::string::npos ? "" : verdict.why.substr(reason + 9);
}

/// alice claims n1 at 0 ms, for 50 ms, and enters at 2 ms.
Forged alice_inside() {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(2ms).acquired().entered();
  return f;
}

/// bob gets in on n1 at `when`.
Forged& bob_enters(Forged& f, Duration when) {
  return f.at(when).by("bob").on("n1").attempt().key_set(50ms).acquired().entered();
}

// ---- failover ----

TEST(Reasons, TheReplicaThatBecameMasterWithoutTheLockIsNamedAndNotWhatTheDeadNodeForgot) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(7ms).on("n1").killed().key_lost();
  f.at(12ms).on("n2").node_fault(EventKind::node_promoted);
  f.at(20ms).by("bob").attempt().key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, AFailoverThatKeptTheLockIsNotBlamedForALeaseThatRanOut) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(2ms).on("n2").copied(50ms).at(7ms).on("n1").killed().key_lost();
  f.at(12ms).on("n2").node_fault(EventKind::node_promoted).at(52ms).key_expired();
  f.at(60ms).by("bob").attempt().key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

// ---- times and places ----

TEST(Reasons, LeasesThatRanOutOneAfterTheOtherGetTheirSpanOfTime) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  f.on("n1").key_set(50ms).at(4ms).on("n2").key_set(50ms).at(8ms).on("n3").key_set(50ms);
  f.acquired().entered().at(50ms).on("n1").key_expired().at(54ms).on("n2").key_expired();
  f.at(55ms).by("bob").attempt().on("n1").key_set(50ms).on("n2").key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, OnlyTheNodesThatLetTheOtherInAreNamed) {
  Forged f;
  f.nodes({"n1", "n2", "n3", "n4", "n5"}).by("alice").attempt();
  f.on("n1").key_set(50ms).on("n2").key_set(50ms).on("n3").key_set(50ms).acquired().entered();
  f.at(5ms).on("n1").killed().key_lost().at(6ms).on("n3").killed().key_lost();
  f.at(9ms).by("bob").attempt().on("n3").key_set(50ms).on("n4").key_set(50ms).on("n5");
  f.key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, AnAcquisitionLongerThanItsLeaseIsNamed) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).at(60ms).key_set(50ms).at(110ms).key_expired();
  bob_enters(f, 115ms).at(120ms).by("alice").acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

// ---- pauses ----

TEST(Reasons, APauseAndAClockThatChangedNothingAreNotNamed) {
  Forged f = alice_inside();
  f.at(3ms).paused().at(8ms).resumed().at(9ms).node_clock(-3ms).client_clock(10s);
  f.at(53ms).key_expired();
  bob_enters(f, 100ms).at(120ms).by("alice").left();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, APauseBeforeTheKeyWasSetIsNotNamed) {
  Forged f;
  f.by("alice").attempt().paused().at(40ms).resumed().at(41ms).key_set(50ms).acquired().entered();
  f.at(50ms).by("bob").attempt().key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), Not(HasSubstr("paused")));
}

TEST(Reasons, PausesThatOverlapAreOne) {
  Forged f = alice_inside();
  f.at(3ms).token(1).paused().at(5ms).token(2).paused().at(8ms).token(1).resumed();
  f.at(50ms).key_expired();
  bob_enters(f, 60ms);
  f.at(70ms).by("alice").token(2).resumed();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, APauseWithoutWhichItHadLeftInTimeIsNamed) {
  Forged f = alice_inside();
  f.at(3ms).paused().at(43ms).resumed().at(50ms).key_expired();
  bob_enters(f, 60ms).at(70ms).by("alice").left();
  EXPECT_THAT(why(f), test::IsGolden());
}

// ---- clocks ----

TEST(Reasons, AJumpTooSmallToMatterIsNotNamed) {
  Forged f = alice_inside();
  f.at(10ms).node_clock(3ms).at(47ms).key_expired();
  bob_enters(f, 100ms);
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, NodesThatRunFastAreNamedThoughTheyDidBeforeTheKeyWasSet) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n1").node_clock(0ms, 200'000).on("n2").node_clock(0ms, 200'000);
  f.by("alice").attempt().on("n1").key_set(50ms).on("n2").key_set(50ms).acquired().entered();
  f.at(42ms).on("n1").key_expired().on("n2").key_expired();
  f.at(45ms).by("bob").attempt().on("n1").key_set(50ms).on("n2").key_set(50ms).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, AHoldersClockThatWasSetBackWhileItAcquiredIsNamed) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).at(1ms).key_set(50ms).at(20ms).client_clock(-40ms);
  f.at(51ms).key_expired().at(55ms).acquired(35ms).entered();
  bob_enters(f, 60ms);
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, AHoldersClockIsNotBlamedWhereItsLeaseWasMeasuredRightly) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(1ms).client_clock(-40ms);
  f.at(2ms).acquired(48ms).entered().at(5ms).client_clock(-80ms);
  f.at(6ms).killed().key_lost();
  bob_enters(f, 20ms);
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, AHoldersClockThatWasSetBackInsideHidesTheEndOfItsLease) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(2ms).acquired(48ms).entered();
  f.at(5ms).client_clock(-5s).at(50ms).key_expired();
  bob_enters(f, 60ms);
  EXPECT_THAT(why(f), test::IsGolden());
}

// ---- deadlines as values ----

TEST(Reasons, AClockAheadThatStealsALiveDeadlineIsNamed) {
  Forged f;
  f.by("bob").client_clock(500ms).by("alice").attempt().value("1700000000050");
  f.key_set(std::nullopt).acquired().entered();
  f.at(9ms).by("bob").attempt().value("1700000000559").key_set(std::nullopt).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, ALateOverwriteThatMovesTheDeadlineBackIsNamed) {
  Forged f;
  f.by("bob").attempt().at(20ms).by("alice").attempt().value("1700000000070");
  f.key_set(std::nullopt).acquired().entered();
  f.at(30ms).by("bob").value("1700000000050").key_set(std::nullopt).refused();
  f.at(51ms).attempt().value("1700000000101").key_set(std::nullopt).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

TEST(Reasons, ADeadlineThatHadPassedIsToldBeforeTheOverwrite) {
  Forged f;
  f.by("alice").attempt().value("1700000000050").key_set(std::nullopt).acquired().entered();
  f.at(60ms).by("bob").attempt().value("1700000000110").key_set(std::nullopt).acquired().entered();
  EXPECT_THAT(why(f), test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
