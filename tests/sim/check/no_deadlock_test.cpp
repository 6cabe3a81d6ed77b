// In forged traces lease + bound are 50 + 100 ms.
#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_no_deadlock(const Forged& forged) { return judged(forged, Property::no_deadlock); }

/// alice gets in and crashes at 10 ms, her key stays; bob waits from 2 ms.
Forged crashed_holder() {
  Forged f;
  f.by("alice").attempt().key_set(std::nullopt).acquired().entered();
  f.at(2ms).by("bob").attempt().refused();
  f.at(10ms).by("alice").crashed();
  return f;
}

TEST(NoDeadlock, NobodyGettingInAfterACrashIsABreach) {
  Forged f = crashed_holder();
  f.at(100ms).by("bob").attempt().refused().at(161ms).attempt().refused().at(300ms).gave_up();
  const Verdict v = judge_no_deadlock(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(f.trace()[*v.event].at, 161'000);
}

TEST(NoDeadlock, GettingInBeforeTheWindowIsOverIsKept) {
  Forged f = crashed_holder();
  f.at(60ms).key_expired().at(160ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, OnlyWaitsWithNobodyInsideAreCounted) {
  Forged f;
  f.by("alice").attempt().at(2ms).acquired().entered();
  f.at(5ms).by("bob").attempt().at(9ms).acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, GettingInTooLateIsABreach) {
  Forged f = crashed_holder();
  f.at(161ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, AShorterRunIsNotJudged) {
  Forged f = crashed_holder();
  f.at(159ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, TheEndOfTheRunCompletesAWindow) {
  Forged f = crashed_holder();
  f.at(160ms).ended();
  const Verdict v = judge_no_deadlock(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, f.last());
}

TEST(NoDeadlock, GivingUpInTimeEndsTheWait) {
  Forged f = crashed_holder();
  f.at(100ms).by("bob").gave_up().at(500ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, AWaitOfLessThanOneRoundIsNoSignOfADeadlock) {
  Forged f;
  f.by("alice").gets_in().at(5ms).gets_out().at(6ms).by("bob").attempt().at(36ms).gave_up().ended();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, ACrashedWaiterWaitsNoMore) {
  Forged f;
  f.by("alice").attempt().at(5ms).crashed().at(900ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, MessagesThatAreHeldCutAClientOffToo) {
  Forged f;
  f.by("alice").link_fault(EventKind::link_held).attempt().at(500ms);
  f.link_fault(EventKind::link_released).at(510ms).acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, AHealEndsAHoldToo) {
  Forged f = crashed_holder();
  f.at(20ms).by("bob").link_fault(EventKind::link_held).at(30ms).link_fault(EventKind::link_healed);
  EXPECT_THAT(judge_no_deadlock(f.at(180ms).ended()), IsBroken());
}

TEST(NoDeadlock, TheEndOfOneFaultOfALinkLeavesTheOthers) {
  Forged f = crashed_holder();
  f.at(20ms).by("bob").token(1).link_fault(EventKind::link_held).token(2).cut().token(3).cut();
  f.at(30ms).token(2).link_fault(EventKind::link_healed);
  f.at(40ms).token(1).link_fault(EventKind::link_released);
  EXPECT_THAT(judge_no_deadlock(f.at(500ms).ended()), IsKept());
  f.token(3).link_fault(EventKind::link_healed).at(650ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, AWaiterIsAwakeOnlyAfterTheLastOfItsPauses) {
  Forged f = crashed_holder();
  f.at(20ms).by("bob").token(1).paused().token(2).paused().at(30ms).token(1).resumed();
  EXPECT_THAT(judge_no_deadlock(f.at(500ms).ended()), IsKept());
  EXPECT_THAT(judge_no_deadlock(f.token(2).resumed().at(650ms).ended()), IsBroken());
}

TEST(NoDeadlock, ALinkEventWithoutAClientIsAboutAllOfThem) {
  Forged f;
  f.by("alice").attempt().client_fault(EventKind::started).attempt();
  f.node_fault(EventKind::link_cut).by("bob").attempt().at(900ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, EveryFaultStartsTheWindowAnew) {
  Forged f = crashed_holder();
  f.at(100ms).node_fault(EventKind::node_clock).at(200ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, MessagesLostOnACutLinkStrikeOnce) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").on("n3").cut().attempt();
  for (int i = 1; i < 20; ++i) f.at(i * 10ms).message_lost();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, RepliesThatComeAfterATimeoutStrikeNotAtAll) {
  Forged f;
  f.by("alice").attempt();
  for (int i = 1; i < 20; ++i) f.at(i * 10ms).sent(Purpose::claim).timed_out().message_lost();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, AMessageLostByAFaultStrikes) {
  Forged f;
  f.by("alice")
      .attempt()
      .at(100ms)
      .sent(Purpose::claim)
      .message_lost()
      .timed_out()
      .at(240ms)
      .ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, WhileTheNeededNodesAreAwayNothingIsAsked) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).on("n1").killed().on("n2").node_fault(EventKind::node_stopped);
  f.by("alice").attempt().at(500ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
  f.at(500ms).node_fault(EventKind::node_continued).at(650ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, AClientThatIsCutOffDoesNotCount) {
  Forged f;
  f.by("alice").cut().attempt().at(500ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
  f.at(600ms).link_fault(EventKind::link_healed).at(700ms).acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, APausedWaiterCannotEnterAndDoesNotCount) {
  Forged f;
  f.by("alice").attempt().at(1ms).paused().at(500ms).resumed().at(510ms).acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, WhileALiveClientIsInsideNobodyNeedGetIn) {
  Forged f;
  f.by("alice").gets_in().at(1ms).paused().by("bob").attempt().at(900ms).by("alice").resumed();
  f.gets_out().at(901ms).by("bob").acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, APromotedReplicaServes) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").on("n1").killed().by("alice").attempt();
  f.at(300ms).on("n2").node_fault(EventKind::node_promoted).at(310ms).acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, ASplitVoteIsNamed) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt().on("n1").key_set(50ms);
  f.by("bob").attempt().on("n2").key_set(50ms).at(200ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, VotesThatWereSplitBeforeAreNamed) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt().on("n1").key_set(50ms);
  f.by("bob").attempt().on("n2").key_set(50ms).at(5ms).key_deleted().refused("no majority");
  f.by("alice").on("n1").key_deleted().refused("no majority").at(200ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, WithoutAKeyInTheWayItIsSaidHowTheAttemptsFailed) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(5ms).key_deleted().refused("too few replicas have it");
  f.at(6ms).attempt().timed_out().at(9ms).refused("no answer");
  f.at(10ms).attempt().key_set(50ms).at(12ms).key_deleted().refused("too few replicas have it");
  // The claim that is under way at the end blocks nobody.
  f.at(190ms).attempt().key_set(50ms).at(200ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, AClockBehindThatNeverReachesTheDeadlineIsNamed) {
  Forged f;
  f.by("bob").client_clock(-60s);
  f.by("alice").value("1700000000050").attempt().key_set(std::nullopt).acquired().entered();
  f.at(2ms).by("bob").attempt().refused().at(10ms).by("alice").crashed().at(200ms).ended();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, ALeaseThatOthersProlongIsNamed) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).acquired().entered();
  f.at(10ms).crashed().by("bob").attempt().refused();
  for (int i = 2; i < 30; ++i) f.at(i * 10ms).attempt().key_lease(50ms, Purpose::claim).refused();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

TEST(NoDeadlock, EachLockHasItsOwnWindow) {
  Forged f;
  f.lock("locklab:a").by("alice").attempt();
  for (int i = 0; i < 20; ++i) f.lock("locklab:b").by("bob").at(i * 10ms).gets_in().gets_out();
  EXPECT_THAT(judge_no_deadlock(f), IsBroken());
}

// A fault begins the judgement anew, but not the wait.
TEST(NoDeadlock, TheLongestWaitIsToldFromItsBeginning) {
  Forged f;
  f.clients({"alice", "carol"}).by("alice").attempt();
  f.at(100ms).by("carol").cut().at(200ms).cut().at(210ms).by("alice").acquired().entered();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, ALongerWaitThatEndedOtherwiseIsToldToo) {
  Forged f;
  f.by("alice").attempt().at(5ms).acquired().entered().at(9ms).gets_out();
  f.at(10ms).by("bob").attempt().at(60ms).crashed();
  EXPECT_THAT(judge_no_deadlock(f), IsKept());
}

TEST(NoDeadlock, ARateLimiterIsNotJudged) {
  Forged f;
  f.quota(1, 60s).by("alice").attempt().at(900ms).refused().ended();
  EXPECT_THAT(judge_no_deadlock(f), IsNotApplicable());
}

TEST(NoDeadlock, NobodyTryingIsNotJudged) {
  EXPECT_THAT(judge_no_deadlock(Forged().at(1ms).ended()), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
