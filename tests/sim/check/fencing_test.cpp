#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

Verdict verdict(const Forged& forged) { return judged(forged, Property::fencing); }

TEST(Fencing, AnOlderTokenIsNeverAccepted) {
  Forged f;
  f.by("alice").attempt().read(10, 33).at(5ms).by("bob").attempt().read(10, 34).wrote(9, 34);
  f.at(9ms).by("alice").wrote(9, 33);
  const Verdict v = verdict(f);
  EXPECT_THAT(
      v,
      BrokenWith("stock accepted alice's write with token 33 after it had seen bob's 34 at 5 ms"));
  EXPECT_EQ(v.event, f.last());
}

TEST(Fencing, AnOlderReadIsAsBad) {
  Forged f;
  f.by("bob").wrote(9, 34).at(5ms).by("alice").read(9, 33);
  EXPECT_THAT(verdict(f), BrokenWith("alice's read with token 33"));
}

TEST(Fencing, ARejectedWriteIsWhatTheFenceIsFor) {
  Forged f;
  f.by("alice").read(10, 33).by("bob").read(10, 34).wrote(9, 34).by("alice").rejected(9, 33);
  EXPECT_THAT(verdict(f), KeptWith("1 stale access was rejected"));
}

TEST(Fencing, TokensThatNeverGoBackAreKept) {
  Forged f;
  f.by("alice").read(10, 1).wrote(9, 1).by("bob").read(9, 2).wrote(8, 2);
  EXPECT_THAT(verdict(f), KeptWith("tokens never went back"));
}

TEST(Fencing, WithoutTokensTheOrderOfGrantsCounts) {
  Forged f;
  f.by("alice").gets_in().read(10).at(60ms).by("bob").gets_in().read(10).wrote(9);
  f.at(70ms).by("alice").wrote(9);
  EXPECT_THAT(verdict(f),
              BrokenWith("stock accepted a stale write: alice had acquired at 0 ms, but bob, who "
                         "acquired later, had come at 60 ms; there is no token"));
}

TEST(Fencing, ALateWriteOfAnEarlierHoldOfTheSameClientIsStale) {
  Forged f;
  f.by("alice").gets_in().read(10).gets_out().by("bob").gets_in().read(10).wrote(9).gets_out();
  f.at(20ms).by("alice").gets_in().acquisition(1).wrote(9);
  EXPECT_THAT(verdict(f), BrokenWith("alice had acquired at 0 ms"));
}

TEST(Fencing, WithoutTokensALateReadHarmsNobody) {
  Forged f;
  f.by("alice").gets_in().by("bob").gets_in().read(10).wrote(9).by("alice").read(9);
  EXPECT_THAT(verdict(f), KeptWith("no older hold wrote"));
}

TEST(Fencing, OverlappingTimesGiveNoOrder) {
  Forged f;
  f.at(10ms).within(5ms).by("bob").wrote(9, 34).at(12ms).within(5ms).by("alice").wrote(9, 33);
  EXPECT_THAT(verdict(f), NotApplicableWith("order unknown"));
  Forged other_way;
  other_way.at(10ms).within(5ms).by("alice").wrote(9, 33);
  other_way.at(12ms).within(5ms).by("bob").wrote(9, 34);
  EXPECT_THAT(verdict(other_way), NotApplicableWith("order unknown"));
}

TEST(Fencing, WithoutALockItIsNotJudged) {
  EXPECT_THAT(verdict(Forged().needs(0).by("alice").gets_in().wrote(9)),
              NotApplicableWith("neither tokens"));
  EXPECT_THAT(verdict(Forged().quota(1, 60s).by("alice").gets_in()),
              NotApplicableWith("neither tokens"));
}

}  // namespace
}  // namespace locklab::sim
