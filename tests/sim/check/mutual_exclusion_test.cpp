#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History mutual_exclusion_histories[] = {
    {"two inside at once is a breach", broken,
     [](Forged& f) { f.at(12400us).by("alice").gets_in().at(15ms).by("bob").gets_in(); }, 5u, 2u},
    {"one after the other is kept", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(5ms).gets_out().at(6ms).by("bob").gets_in().at(9ms).gets_out();
     }},
    {"nobody inside is kept", kept, [](Forged& f) { f.by("alice").attempt().refused(); }},
    {"different locks do not exclude each other", kept,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
     }},
    {"a paused client is inside and its lease tells why", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(1ms).paused().at(50ms).key_expired().at(60ms).by("bob").gets_in();
     }},
    {"a crash ends the critical section", kept,
     [](Forged& f) { f.by("alice").gets_in().at(1ms).crashed().at(60ms).by("bob").gets_in(); }},
    {"a reentry ends with its outermost left", kept,
     [](Forged& f) { f.by("alice").gets_in().at(1ms).gets_in().at(2ms).left(); }},
    {then, broken, [](Forged& f) { f.at(3ms).by("bob").gets_in(); }},
    {"n permits admit n and not one more", kept,
     [](Forged& f) { f.admits(2).by("alice").gets_in().by("bob").gets_in(); }},
    {then, broken, [](Forged& f) { f.at(3ms).by("carol").gets_in(); }},
    {"shared holders are inside together and nobody else", kept,
     [](Forged& f) {
       f.by("alice").attempt(Mode::shared).acquired().entered();
       f.by("bob").attempt(Mode::shared).acquired().entered();
     }},
    {then, broken, [](Forged& f) { f.at(3ms).by("carol").gets_in(); }},
    {"who keeps only its shared hold lets others in", kept,
     [](Forged& f) {
       f.by("alice").gets_in().attempt(Mode::shared).acquired().entered();
       f.by("alice").acquisition(1).left().releasing().released();
       f.by("bob").attempt(Mode::shared).acquired().entered();
     }},
    {"a reader who goes on to write beside another is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt(Mode::shared).acquired().entered();
       f.by("bob").attempt(Mode::shared).acquired().entered().at(2ms).gets_in();
     }},
    {"a hold of several permits counts for all of them", kept,
     [](Forged& f) {
       f.admits(3).by("alice").attempt(Mode::exclusive, 2).acquired().entered();
       f.by("bob").attempt(Mode::exclusive, 1).acquired().entered();
     }},
    {then, broken,
     [](Forged& f) {
       f.at(2ms).by("alice").gets_out();
       f.by("carol").attempt(Mode::exclusive, 3).acquired().entered();
     }},
    {"who works without the lock beside its holder is a breach", broken,
     [](Forged& f) {
       f.by("alice").gets_in().at(9ms).by("bob").attempt().at(20ms).refused(Refusal::no_answer);
       f.goes_on();
     }},
    {"two without the lock are a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().refused(Refusal::no_answer).goes_on();
       f.at(3ms).by("bob").attempt().refused(Refusal::no_answer).goes_on();
     }},
    {"a holder who comes in on somebody without the lock is a breach", broken,
     [](Forged& f) {
       f.by("alice").attempt().refused(Refusal::no_answer).goes_on();
       f.at(3ms).by("bob").gets_in();
     }},
    {"one alone without the lock is kept", kept,
     [](Forged& f) {
       f.by("alice").attempt().refused(Refusal::no_answer).goes_on().at(5ms).left_without();
       f.at(6ms).by("bob").gets_in().at(9ms).gets_out();
     }},
    {"who wanted a shared lock is no breach among readers", kept,
     [](Forged& f) {
       f.by("alice").attempt(Mode::shared).acquired().entered();
       f.by("bob").attempt(Mode::shared).refused(Refusal::no_answer);
       f.goes_on(Entry::without_shared_lock);
     }},
    {then, broken, [](Forged& f) { f.at(3ms).by("carol").gets_in(); }},
    {"a strategy without a limit is not judged", not_applicable,
     [](Forged& f) { f.admits(0).by("alice").gets_in().by("bob").gets_in(); }},
    {"without a server nothing keeps them apart", broken,
     [](Forged& f) { f.needs(0).by("alice").gets_in().by("bob").gets_in(); }},
    {"a clock that jumped is named", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
       f.on("n1").key_set(50ms).on("n2").key_set(50ms).on("n3").key_set(50ms).acquired().entered();
       f.at(5ms).node_clock(45ms).key_expired().at(9ms).by("bob").gets_in();
     }},
    {"a node that forgot and a foreign release are named", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(5ms).killed().key_lost().at(9ms).by("bob").gets_in();
     }},
    {"a node that forgot and a foreign release are named: removed", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(5ms).by("bob").key_deleted().at(9ms).by("carol").gets_in();
     }},
    {"a node that forgot and a foreign release are named: overwritten", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(std::nullopt).acquired().entered();
       f.at(5ms).by("bob").attempt().key_set(std::nullopt).acquired().entered();
     }},
    {"a lease whose end nobody saw is worked out", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(60ms).by("bob").attempt().acquired().entered();
     }},
    {"one who comes in on a lock that it has no more is named", broken,
     [](Forged& f) {
       f.by("alice").attempt().at(1ms).paused().key_set(50ms).at(51ms).key_expired();
       f.at(60ms).by("bob").attempt().key_set(50ms).acquired().entered();
       f.at(70ms).by("alice").resumed().acquired().entered();
     }},
    {"a failover is named", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(5ms).killed().on("n2").node_fault(EventKind::node_promoted).at(9ms).by("bob").gets_in();
     }},
};

TEST(MutualExclusion, IsJudgedByTheHistory) {
  judge(Property::mutual_exclusion, mutual_exclusion_histories);
}

}  // namespace
}  // namespace locklab::sim
