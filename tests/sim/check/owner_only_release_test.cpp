#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History owner_only_release_histories[] = {
    {"releasing one's own is kept", kept,
     [](Forged& f) { f.by("alice").attempt().key_set(50ms).at(5ms).key_deleted(); }},
    {"removing the next holder's lock is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
       f.at(62100us).by("bob").attempt().key_set(50ms).at(70ms).by("alice").key_deleted();
     },
     last_event, 4u},
    {"a release by one who never held is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(std::nullopt).at(5ms).by("bob").key_deleted();
     }},
    {"a hold is an acquisition not a client", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
       f.at(60ms).attempt().key_set(50ms);
       f.at(70ms).acquisition(1).key_deleted();
     }},
    {"expiry and flush are no releases", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
       f.by("bob").attempt().key_set(50ms).at(60ms).key_lost().by("carol").attempt().key_set(50ms);
       f.by("alice").at(70ms).key_deleted(Purpose::other);
     }},
    {"overwriting is no release but takes the lock over", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(std::nullopt).acquired();
       f.at(5ms).by("bob").attempt().key_set(std::nullopt).acquired();
     }},
    {then, broken, [](Forged& f) { f.at(6ms).by("alice").key_deleted(); }},
    {"an overwrite that is refused takes nothing over", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(std::nullopt).acquired();
       f.at(5ms).by("bob").attempt().key_set(std::nullopt).refused();
       f.at(6ms).by("alice").key_deleted();
     }},
    {"a replica's copy belongs to the hold with its value", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().value("A").on("n1").key_set(500ms);
       f.at(20ms).on("n2").copied(480ms).at(30ms).on("n1").killed().key_lost();
       f.at(40ms).on("n2").node_fault(EventKind::node_promoted).at(50ms).by("alice").key_deleted();
     }},
    {"a replica's copy belongs to the hold with its value: foreign", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().value("A").on("n1").key_set(500ms);
       f.at(20ms).on("n2").copied(480ms).at(50ms).by("bob").attempt().key_deleted();
     }},
    {"a key of nobody known is not judged", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").on("n2").value("X").copied(500ms);
       f.by("bob").attempt().key_deleted();
     }},
    {"every node has its own owner", kept,
     [](Forged& f) {
       f.nodes({"n1", "n2"}).by("alice").attempt().on("n1").key_set(50ms);
       f.by("bob").attempt().on("n2").key_set(50ms).at(5ms).key_deleted();
       f.by("alice").on("n1").key_deleted();
     }},
    {then, broken,
     [](Forged& f) { f.at(9ms).by("bob").on("n2").key_set(50ms).by("alice").key_deleted(); }},
    {"a renewal does not change the owner", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).at(5ms);
       f.by("bob").attempt().key_lease(50ms, Purpose::renew);
       f.at(6ms).by("alice").key_deleted();
     }},
    {"a renewal that makes another's living key its own is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered().at(50ms).key_expired();
       f.at(60ms).by("bob").attempt().key_set(50ms);
       f.at(70ms).by("alice").key_set(50ms, Purpose::renew);
     },
     last_event, 6u},
    {"a renewal after its own key is gone, with nobody's in its place, is none", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).at(50ms).key_expired();
       f.at(60ms).key_set(50ms, Purpose::renew).at(70ms).key_deleted();
     }},
    {"a reentrant hold is given back step by step", kept,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(1ms).attempt().key_set(50ms).acquired().entered();
       f.at(2ms).left().message(7).key_set(50ms, Purpose::release);
       f.key_lease(50ms, Purpose::release);
       f.at(3ms).acquisition(1).left().message(8).key_deleted();
     }},
    {"permits are given back by those who have them", kept,
     [](Forged& f) {
       f.admits(2).by("alice").attempt().key_set(std::nullopt);
       f.by("bob").attempt().key_set(std::nullopt);
       f.at(1ms).by("alice").message(5).key_set(std::nullopt, Purpose::release);
     }},
    {then, broken, [](Forged& f) { f.at(2ms).message(6).key_set(std::nullopt, Purpose::release); }},
    // alice's lease may have ended before bob's claim, or her release may have come first.
    {"intervals that overlap give no order", not_applicable,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
       f.at(60ms).by("bob").attempt().within(5ms).key_set(50ms);
       f.at(62ms).by("alice").within(5ms).key_deleted();
     }},
    {"intervals that overlap give no order: other way", not_applicable,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
       f.at(60ms).within(5ms).key_deleted();
       f.at(62ms).by("bob").attempt().within(5ms).key_set(50ms);
     }},
    {"a lease that still ran leaves one order only", kept,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
       f.at(60ms).by("bob").attempt().within(5ms).key_set(500ms);
       f.at(62ms).by("alice").within(5ms).key_deleted();
       f.at(90ms).by("bob").within(1ms).key_deleted();
     }},
    {"a lease that still ran leaves one order only: other way", kept,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
       f.at(60ms).within(5ms).key_deleted();
       f.at(62ms).by("bob").attempt().within(5ms).key_set(500ms);
     }},
    {"a changed node clock makes leases uncertain", not_applicable,
     [](Forged& f) {
       f.node_fault(EventKind::node_clock);
       f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
       f.at(60ms).by("bob").attempt().within(5ms).key_set(500ms);
       f.at(62ms).by("alice").within(5ms).key_deleted();
     }},
    {"also of a lease that ran already", not_applicable,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
       f.at(30ms).node_fault(EventKind::node_clock);
       f.at(60ms).by("bob").attempt().within(5ms).key_set(500ms);
       f.at(62ms).by("alice").within(5ms).key_deleted();
     }},
    {"and of one whose holder has just released", not_applicable,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(500ms);
       f.at(30ms).node_fault(EventKind::node_clock);
       f.at(60ms).within(5ms).key_deleted();
       f.at(62ms).by("bob").attempt().within(5ms).key_set(500ms);
     }},
    {"intervals apart give an order", broken,
     [](Forged& f) {
       f.at(1ms).by("alice").attempt().within(1ms).key_set(50ms);
       f.at(60ms).by("bob").attempt().within(2ms).key_set(50ms);
       f.at(70ms).by("alice").within(2ms).key_deleted();
     }},
    {"without a lock nothing can be released", not_applicable,
     [](Forged& f) { f.needs(0).by("alice").gets_in(); }},
};

TEST(OwnerOnlyRelease, IsJudgedByTheHistory) {
  judge(Property::owner_only_release, owner_only_release_histories);
}

TEST(OwnerOnlyRelease, AnOverwriteWhoseReplyIsOnItsWayIsJudgedByItsOutcome) {
  Forged refused;
  refused.by("alice").attempt().key_set(std::nullopt).acquired();
  refused.at(5ms).by("bob").attempt().key_set(std::nullopt).by("alice").key_deleted();
  refused.at(6ms).by("bob").refused();
  EXPECT_THAT(judged(refused, Property::owner_only_release), IsKept());

  Forged acquired;
  acquired.by("alice").attempt().key_set(std::nullopt).acquired();
  acquired.at(5ms).by("bob").attempt().key_set(std::nullopt).by("alice").key_deleted();
  const std::size_t release = acquired.last();
  acquired.at(6ms).by("bob").acquired();
  const Verdict v = judged(acquired, Property::owner_only_release);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(v.event, release);

  // A client that never learns whether it acquired loses nothing.
  Forged unknown;
  unknown.by("alice").attempt().key_set(std::nullopt).acquired();
  unknown.at(5ms).by("bob").attempt().key_set(std::nullopt).crashed();
  unknown.at(6ms).by("alice").key_deleted();
  EXPECT_THAT(judged(unknown, Property::owner_only_release), IsKept());
}

}  // namespace
}  // namespace locklab::sim
