#include <gtest/gtest.h>

#include "sim/check/checker.h"
#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

Verdict judge_no_lost_update(const Forged& forged) {
  return judged(forged, Property::no_lost_update);
}

constexpr History no_lost_update_histories[] = {
    {"a write over an unseen write is a breach", broken,
     [](Forged& f) {
       f.at(3100us).by("alice").read(10).at(3500us).by("bob").read(10);
       f.at(4ms).wrote(9).at(5ms).by("alice").wrote(9);
     },
     3u, 2u},
    {"one after the other is kept", kept,
     [](Forged& f) {
       f.by("alice").read(10).at(1ms).wrote(9).at(2ms).by("bob").read(9).at(3ms).wrote(8);
     }},
    {"atomic writes lose nothing", kept,
     [](Forged& f) {
       f.by("alice").wrote_atomically(9).by("bob").wrote_atomically(8);
       f.by("alice").wrote_atomically(7);
     }},
    {"an atomic write in between is lost all the same", broken,
     [](Forged& f) {
       f.by("alice").read(10).at(1ms).by("bob").wrote_atomically(9).at(2ms).by("alice").wrote(9);
     }},
    // alice's write is delayed; bob reads and writes meanwhile; alice reads again before her old
    // write arrives.
    {"a late write belongs to its own acquisition", broken,
     [](Forged& f) {
       f.by("alice").attempt().read(10);
       f.at(10ms).by("bob").attempt().read(10).wrote(9);
       f.at(20ms).by("alice").attempt().read(9);
       f.at(21ms).acquisition(1).wrote(9);
     }},
    {"a rejected write is no write", kept,
     [](Forged& f) {
       f.by("alice").attempt().read(10, 33).by("bob").attempt().read(10, 34).wrote(9, 34);
       f.by("alice").rejected(9, 33);
     }},
    {"its own earlier write is not lost", kept,
     [](Forged& f) { f.by("alice").read(10).wrote(9).wrote(8); }},
    {"resources are judged one by one", kept,
     [](Forged& f) {
       f.by("alice").read(10);
       f.info().resource = "other";
       f.by("bob").read(5).wrote(4);
       f.info().resource = "stock";
       f.by("alice").wrote(9);
     }},
    {"overlapping times give no order", not_applicable,
     [](Forged& f) {
       f.at(10ms).within(8ms).by("alice").read(10);
       f.at(12ms).within(5ms).by("bob").wrote(9);
       f.at(20ms).within(1ms).by("alice").wrote(9);
     }},
    {"when both read before either wrote the order does not matter", broken,
     [](Forged& f) {
       f.at(1ms).within(1ms).by("alice").read(10);
       f.at(2ms).within(1ms).by("bob").read(10);
       f.at(12ms).within(5ms).by("bob").wrote(9);
       f.at(13ms).within(5ms).by("alice").wrote(9);
     }},
    {"intervals apart give an order", broken,
     [](Forged& f) {
       f.at(1ms).within(1ms).by("alice").read(10).at(4ms).within(1ms).by("bob").wrote(9);
       f.at(8ms).within(1ms).by("alice").wrote(9);
     }},
    {"nothing written is kept", kept, [](Forged& f) { f.by("alice").read(10); }},
};

TEST(NoLostUpdate, IsJudgedByTheHistory) {
  judge(Property::no_lost_update, no_lost_update_histories);
}

std::uint64_t fingerprint_of_checks(const Trace& trace) {
  Checker checker(trace.info);
  checker.on_all(trace);
  Fingerprint print;
  checker.fingerprint(print, trace, Properties{Property::no_lost_update});
  return print.value();
}

// A search that treated both as one state would miss the second one's violation.
TEST(NoLostUpdate, AReadBeforeAnothersWriteOfOneInstantIsAnotherPastThanOneAfterIt) {
  Forged after;
  after.by("bob").wrote(9).by("alice").read(9);
  Forged before;
  before.clients({"bob", "alice"}).by("alice").read(9).by("bob").wrote(9);
  EXPECT_NE(fingerprint_of_checks(after.trace()), fingerprint_of_checks(before.trace()));
  EXPECT_THAT(judge_no_lost_update(after.by("alice").wrote(8)), IsKept());
  EXPECT_THAT(judge_no_lost_update(before.by("alice").wrote(8)), IsBroken());
}

// A search that distinguished these would visit one state twice.
TEST(NoLostUpdate, TheOrderOfTwoReadsOfOneInstantIsNoOtherPast) {
  Forged one;
  one.clients({"alice", "bob"}).by("alice").read(9).by("bob").read(9);
  Forged other;
  other.clients({"alice", "bob"}).by("bob").read(9).by("alice").read(9);
  EXPECT_EQ(fingerprint_of_checks(one.trace()), fingerprint_of_checks(other.trace()));
}

}  // namespace
}  // namespace locklab::sim
