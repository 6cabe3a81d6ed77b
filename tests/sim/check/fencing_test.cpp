#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History fencing_histories[] = {
    {"an older token is never accepted", broken,
     [](Forged& f) {
       f.by("alice").attempt().read(10, 33).at(5ms).by("bob").attempt().read(10, 34).wrote(9, 34);
       f.at(9ms).by("alice").wrote(9, 33);
     },
     last_event},
    {"an older read is as bad", broken,
     [](Forged& f) { f.by("bob").wrote(9, 34).at(5ms).by("alice").read(9, 33); }},
    {"a rejected write is what the fence is for", kept,
     [](Forged& f) {
       f.by("alice").read(10, 33).by("bob").read(10, 34).wrote(9, 34).by("alice").rejected(9, 33);
     }},
    {then, kept, [](Forged& f) { f.rejected(9, 33); }},
    {"a token given twice to one client is a breach too", broken,
     [](Forged& f) {
       f.by("alice").attempt().acquired_with_token(7).attempt().acquired_with_token(7);
     }},
    {"turning the newest holder away is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired_with_token(5).read(10, 5).wrote(9, 5);
       f.at(60ms).by("bob").attempt().key_set(50ms).acquired_with_token(1).rejected(8, 1);
     },
     last_event},
    {"turning the newest holder away is told before a token given twice", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired_with_token(1).read(10, 1).wrote(9, 1);
       f.at(5ms).attempt().key_set(50ms).acquired_with_token(2).read(9, 2);
       f.at(60ms).by("bob").attempt().key_set(50ms).acquired_with_token(1).rejected(8, 1);
     }},
    // Bob learns of his grant after alice has used hers, which came later.
    {"a rejection is judged by the order of grants", kept,
     [](Forged& f) {
       f.by("bob").attempt().key_set(50ms).at(50ms).key_expired();
       f.at(55ms).by("alice").attempt().key_set(50ms).acquired_with_token(2).read(10, 2);
       f.at(60ms).by("bob").acquired_with_token(1).rejected(8, 1);
     }},
    {"where the trace does not show the grants a rejection is trusted", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired_with_token(5).read(10, 5);
       f.at(5ms).by("bob").attempt().acquired_with_token(1).rejected(8, 1);
     }},
    {"a token heard of late is none given twice", kept,
     [](Forged& f) {
       f.by("alice").attempt().by("bob").attempt().acquired_with_token(34).wrote(9, 34);
       f.by("alice").acquired_with_token(33);
     }},
    {then, broken, [](Forged& f) { f.by("carol").attempt().acquired_with_token(33); }},
    {"tokens that never go back are kept", kept,
     [](Forged& f) { f.by("alice").read(10, 1).wrote(9, 1).by("bob").read(9, 2).wrote(8, 2); }},
    {"without tokens the order of grants counts", broken,
     [](Forged& f) {
       f.by("alice").gets_in().read(10).at(60ms).by("bob").gets_in().read(10).wrote(9);
       f.at(70ms).by("alice").wrote(9);
     }},
    // alice's grant takes 60 ms to reach her, so she acquires after bob, but his lock is the newer
    // one.
    {"who hears late of its grant has the older lock", kept,
     [](Forged& f) {
       f.at(60ms).by("alice").attempt().key_set(50ms).at(110ms).key_expired();
       f.at(115ms).by("bob").attempt().key_set(50ms).acquired().entered().read(10);
       f.at(120ms).by("alice").acquired().entered().read(10).at(138ms).by("bob").wrote(9);
     }},
    {then, broken, [](Forged& f) { f.at(143ms).by("alice").wrote(9); }},
    {"grants that overlap in time give no order", not_applicable,
     [](Forged& f) {
       f.at(10ms).by("alice").attempt().within(8ms).key_set(50ms).acquired();
       f.at(11ms).by("bob").attempt().within(8ms).key_set(50ms).acquired().at(20ms).wrote(9);
       f.at(30ms).by("alice").wrote(9);
     }},
    {"a late write of an earlier hold of the same client is stale", broken,
     [](Forged& f) {
       f.by("alice").gets_in().read(10).gets_out().by("bob").gets_in().read(10).wrote(9).gets_out();
       f.at(20ms).by("alice").gets_in().acquisition(1).wrote(9);
     }},
    {"without tokens a late read harms nobody", kept,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").gets_in().read(10).wrote(9).by("alice").read(9);
     }},
    {"overlapping times give no order", not_applicable,
     [](Forged& f) {
       f.at(10ms).within(5ms).by("bob").wrote(9, 34).at(12ms).within(5ms).by("alice").wrote(9, 33);
     }},
    {"overlapping times give no order: other way", not_applicable,
     [](Forged& f) {
       f.at(10ms).within(5ms).by("alice").wrote(9, 33);
       f.at(12ms).within(5ms).by("bob").wrote(9, 34);
     }},
    {"without a lock it is not judged", not_applicable,
     [](Forged& f) { f.needs(0).by("alice").gets_in().wrote(9); }},
    {"without a lock it is not judged, 2", not_applicable,
     [](Forged& f) { f.quota(1, 60s).by("alice").gets_in(); }},
};

TEST(Fencing, IsJudgedByTheHistory) { judge(Property::fencing, fencing_histories); }

TEST(Fencing, TheSameTokenGivenTwiceIsABreach) {
  Forged f;
  f.by("alice").attempt().acquired_with_token(1).read(10, 1);
  f.at(5ms).by("bob").attempt().acquired_with_token(1);
  const std::size_t again = f.last();
  f.read(10, 1).wrote(9, 1);
  const Verdict v = judged(f, Property::fencing);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, again);
  EXPECT_EQ(v.other, 1u);
}

/// The token counter is lost with n1, whose replica has not received it.
TEST(Fencing, AFailoverThatLosesTheCounterBreaksIt) {
  const Verdict v = verdict_of(
      R"(bare strategy=fenced set={work_ms=10, node=[{name="n1"}, {name="n2", replica_of="n1", )"
      R"(replication_lag_ms=500}], client=[{name="alice", rounds=3}, {name="bob", start_ms=150}]})"
      R"( fault={at_ms=100, kill={node="n1"}} fault={at_ms=110, promote={node="n2"}})",
      Property::fencing);
  EXPECT_THAT(v, IsBroken());
}

}  // namespace
}  // namespace locklab::sim
