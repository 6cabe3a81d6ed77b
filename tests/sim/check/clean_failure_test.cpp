#include <gtest/gtest.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict judge_clean_failure(const Forged& forged) {
  return judged(forged, Property::clean_failure);
}

/// alice claims n1, n2 and n3 and gets n1 only.
Forged lost_vote() {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  f.on("n1").sent(Purpose::claim).key_set(50ms).received();
  f.on("n2").sent(Purpose::claim).received(Reply::Kind::nil);
  f.on("n3").at(3ms).sent(Purpose::claim).timed_out();
  return f;
}

TEST(CleanFailure, ReleasingOnAllNodesIsKept) {
  Forged f = lost_vote();
  for (const char* node : {"n1", "n2", "n3"}) f.on(node).sent(Purpose::release);
  f.refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsKept());
}

TEST(CleanFailure, LeavingOutANodeIsABreach) {
  Forged f = lost_vote();
  for (const char* node : {"n1", "n2"}) f.on(node).sent(Purpose::release);
  f.refused().attempt().sent(Purpose::claim);
  const Verdict v = judge_clean_failure(f);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, f.last());
}

TEST(CleanFailure, AfterAFailoverTheNewMasterIsAskedToRelease) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt();
  f.on("n1").sent(Purpose::claim).key_set(50ms).timed_out();
  f.on("n2").sent(Purpose::release).received();
  f.refused().attempt().on("n2").sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsKept());
}

TEST(CleanFailure, ARetryInsideOneCallIsANewAttemptToo) {
  Forged f = lost_vote();
  f.acquisition(2).on("n1").sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsBroken());
}

TEST(CleanFailure, AReleaseOfAnotherAcquisitionDoesNotCount) {
  Forged f = lost_vote();
  f.acquisition(9);
  for (const char* node : {"n1", "n2", "n3"}) f.on(node).sent(Purpose::release);
  f.refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsBroken());
}

TEST(CleanFailure, TheEndOfTheRunAndACrashExcuse) {
  Forged ended = lost_vote();
  ended.refused().ended();
  EXPECT_THAT(judge_clean_failure(ended), IsNotApplicable());
  Forged crashed = lost_vote();
  crashed.refused().crashed();
  EXPECT_THAT(judge_clean_failure(crashed), IsNotApplicable());
}

TEST(CleanFailure, FinishingWithoutTheReleaseIsABreach) {
  Forged f = lost_vote();
  f.refused().gave_up().finished();
  EXPECT_THAT(judge_clean_failure(f), IsBroken());
}

TEST(CleanFailure, ANodeThatRefusedNeedsNoRelease) {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  for (const char* node : {"n1", "n2", "n3"})
    f.on(node).sent(Purpose::claim).received(Reply::Kind::nil);
  f.refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsNotApplicable());
}

/// alice's claim is not answered, and she looks whose lock it is.
Forged looks_after_a_claim() {
  Forged f;
  f.by("alice").attempt().asks(f.claim()).at(15ms).timed_out();
  Command look = get("locklab:lock");
  f.asks(look.by(Token(), Purpose::other));
  return f;
}

/// The value that Alice's claim sets: SET key value.
std::string own_value(Forged& f) {
  const Command claim = f.claim();
  auto word = claim.words().begin();
  return std::string(*++ ++word);
}

TEST(CleanFailure, ALookThatFindsSomebodyElsesLockIsARelease) {
  Forged f = looks_after_a_claim();
  f.received(Reply::bulk("bob's token")).refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsKept());
}

TEST(CleanFailure, ALookThatFindsNoLockIsARelease) {
  Forged f = looks_after_a_claim();
  f.received(Reply::nil()).refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsKept());
}

TEST(CleanFailure, ALookThatFindsItsOwnLockNeedsTheDeletion) {
  Forged left = looks_after_a_claim();
  left.received(Reply::bulk(own_value(left))).refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(left), IsBroken());
  Forged deleted = looks_after_a_claim();
  deleted.received(Reply::bulk(own_value(deleted))).sent(Purpose::release);
  deleted.received(Reply::Kind::integer).refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(deleted), IsKept());
}

TEST(CleanFailure, NoSearchFindsAnythingLeftWhereALockLooksBeforeItDeletes) {
  for (const char* fault : {"pause=1", "kill=1", "cut=1", "hold=1", "lose=1", "failover=1"}) {
    const SearchSpec spec = spec_for(ask("set_px_get_del", fault, Property::clean_failure));
    const Answer found = answer(spec, search(spec.task()));
    for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
  }
}

TEST(CleanFailure, OnOneNodeARefusalNeedsNoRelease) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).received(Reply::Kind::nil).refused();
  f.attempt().sent(Purpose::claim).key_set(50ms).received().acquired();
  EXPECT_THAT(judge_clean_failure(f), IsNotApplicable());
}

TEST(CleanFailure, OnOneNodeAnUnknownReplyNeedsOne) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).timed_out().refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsBroken());
  Forged released;
  released.by("alice").attempt().sent(Purpose::claim).timed_out().sent(Purpose::release).refused();
  released.attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(released), IsKept());
}

TEST(CleanFailure, OnOneNodeAGrantThatWasNotUsedNeedsOne) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).key_set(std::nullopt).received(Reply::Kind::integer);
  f.sent(Purpose::claim).timed_out().refused().attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsBroken());
}

TEST(CleanFailure, AnOverwriteThatWasAnsweredWithAnotherValueIsNoGrant) {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).received(Reply::Kind::integer);
  f.sent(Purpose::claim).key_set(std::nullopt).received(Reply::Kind::text).refused();
  f.attempt().sent(Purpose::claim);
  EXPECT_THAT(judge_clean_failure(f), IsNotApplicable());
}

TEST(CleanFailure, WithoutALockItIsNotJudged) {
  EXPECT_THAT(judge_clean_failure(Forged().quota(1, 60s).by("alice").attempt()), IsNotApplicable());
}

}  // namespace
}  // namespace locklab::sim
