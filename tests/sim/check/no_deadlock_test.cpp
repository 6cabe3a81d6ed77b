// Forged traces have a lease of 50 ms and a bound of 100 ms.
#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice acquires without a lease and crashes at 10 ms, so her key stays; bob waits from 2 ms on.
Forged crashed_holder() {
  Forged f;
  f.by("alice").attempt().key_set(std::nullopt).acquired().entered();
  f.at(2ms).by("bob").attempt().refused();
  f.at(10ms).by("alice").crashed();
  return f;
}

constexpr History no_deadlock_after_crashed_holder[] = {
    {"getting in before the window is over is kept", kept,
     [](Forged& f) { f.at(60ms).key_expired().at(160ms).by("bob").acquired().entered(); }},
    {"getting in too late is a breach", broken,
     [](Forged& f) { f.at(161ms).by("bob").acquired().entered(); }},
    {"a shorter run is not judged", not_applicable, [](Forged& f) { f.at(159ms).ended(); }},
    {"the end of the run completes a window", broken, [](Forged& f) { f.at(160ms).ended(); },
     last_event},
    {"giving up in time ends the wait", not_applicable,
     [](Forged& f) { f.at(100ms).by("bob").gave_up().at(500ms).ended(); }},
    {"a heal ends a hold too", broken,
     [](Forged& f) {
       f.at(20ms).by("bob").link_fault(EventKind::link_held);
       f.at(30ms).link_fault(EventKind::link_healed);
       f.at(180ms).ended();
     }},
    {"the end of one fault of a link leaves the others", kept,
     [](Forged& f) {
       f.at(20ms).by("bob").token(1).link_fault(EventKind::link_held).token(2).cut().token(3).cut();
       f.at(30ms).token(2).link_fault(EventKind::link_healed);
       f.at(40ms).token(1).link_fault(EventKind::link_released);
       f.at(500ms).ended();
     }},
    {then, broken,
     [](Forged& f) { f.token(3).link_fault(EventKind::link_healed).at(650ms).ended(); }},
    {"a waiter is awake only after the last of its pauses", kept,
     [](Forged& f) {
       f.at(20ms).by("bob").token(1).paused().token(2).paused().at(30ms).token(1).resumed();
       f.at(500ms).ended();
     }},
    {then, broken, [](Forged& f) { f.token(2).resumed().at(650ms).ended(); }},
    {"every fault starts the window anew", kept,
     [](Forged& f) {
       f.at(100ms).node_fault(EventKind::node_clock).at(200ms).by("bob").acquired().entered();
     }},
};

constexpr History no_deadlock_histories[] = {
    {"a copy on a replica keeps nobody out", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().on("n1").key_set(50ms);
       f.on("n2").copied(50ms, true).on("n1").key_deleted().refused(Refusal::few_replicas);
       f.at(40ms).attempt().at(41ms).refused(Refusal::few_replicas).at(200ms).ended();
     }},
    {"attempts count until somebody gets in, as the time does", broken,
     [](Forged& f) {
       f.by("alice");
       for (Duration at = 0ms; at < 400ms; at += 20ms)
         f.at(at).attempt().at(at + 1ms).refused(Refusal::server_error);
       f.at(400ms).attempt().acquired().entered();
     }},
    {"only waits with nobody inside are counted", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(2ms).acquired().entered();
       f.at(5ms).by("bob").attempt().at(9ms).acquired().entered();
     }},
    {"a wait of less than one round is no sign of a deadlock", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(5ms).gets_out().at(6ms).by("bob").attempt();
       f.at(36ms).gave_up().ended();
     }},
    {"a crashed waiter waits no more", not_applicable,
     [](Forged& f) { f.by("alice").attempt().at(5ms).crashed().at(900ms).ended(); }},
    {"messages that are held cut a client off too", kept,
     [](Forged& f) {
       f.by("alice").link_fault(EventKind::link_held).attempt().at(500ms);
       f.link_fault(EventKind::link_released).at(510ms).acquired().entered();
     }},
    {"a link event without a client is about all of them", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().client_fault(EventKind::started).attempt();
       f.node_fault(EventKind::link_cut).by("bob").attempt().at(900ms).ended();
     }},
    {"messages lost on a cut link strike once", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").on("n3").cut().attempt();
       for (int i = 1; i < 20; ++i) f.at(i * 10ms).message_lost();
     }},
    {"replies that come after a timeout strike not at all", broken,
     [](Forged& f) {
       f.by("alice").attempt();
       for (int i = 1; i < 20; ++i) f.at(i * 10ms).sent(Purpose::claim).timed_out().message_lost();
     }},
    {"a message lost by a fault strikes", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().at(100ms).sent(Purpose::claim).message_lost().timed_out();
       f.at(240ms).ended();
     }},
    {"while the needed nodes are away nothing is asked", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n1").killed().on("n2").node_fault(EventKind::node_stopped);
       f.by("alice").attempt().at(500ms).ended();
     }},
    {then, broken,
     [](Forged& f) { f.at(500ms).node_fault(EventKind::node_continued).at(650ms).ended(); }},
    {"a client that is cut off does not count", not_applicable,
     [](Forged& f) { f.by("alice").cut().attempt().at(500ms).ended(); }},
    {then, kept,
     [](Forged& f) {
       f.at(600ms).link_fault(EventKind::link_healed).at(700ms).acquired().entered();
     }},
    {"a paused waiter cannot enter and does not count", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(1ms).paused().at(500ms).resumed().at(510ms).acquired().entered();
     }},
    {"while a live client is inside nobody need get in", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(1ms).paused().by("bob").attempt().at(900ms).by("alice").resumed();
       f.gets_out().at(901ms).by("bob").acquired().entered();
     }},
    {"a promoted replica serves", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").on("n1").killed().by("alice").attempt();
       f.at(300ms).on("n2").node_fault(EventKind::node_promoted).at(310ms).acquired().entered();
     }},
    {"a split vote is named", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt().on("n1").key_set(50ms);
       f.by("bob").attempt().on("n2").key_set(50ms).at(200ms).ended();
     }},
    {"votes that were split before are named", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt().on("n1").key_set(50ms);
       f.by("bob").attempt().on("n2").key_set(50ms).at(5ms).key_deleted().refused("no majority");
       f.by("alice").on("n1").key_deleted().refused("no majority").at(200ms).ended();
     }},
    {"without a key in the way it is said how the attempts failed", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms);
       f.at(5ms).key_deleted().refused("too few replicas have it");
       f.at(6ms).attempt().timed_out().at(9ms).refused("no answer");
       f.at(10ms).attempt().key_set(50ms);
       f.at(12ms).key_deleted().refused("too few replicas have it");
       // A claim in flight at the end blocks nobody.
       f.at(190ms).attempt().key_set(50ms).at(200ms).ended();
     }},
    {"a link on which no answer came in time is named", broken,
     [](Forged& f) {
       f.by("alice").slowed(30ms).at(1ms).attempt().timed_out().at(9ms).refused(Refusal::no_answer);
       f.at(20ms).attempt().timed_out().at(29ms).refused(Refusal::no_answer).at(200ms).ended();
     }},
    {"a clock behind that never reaches the deadline is named", broken,
     [](Forged& f) {
       f.by("bob").client_clock(-60s);
       f.by("alice").value("1700000000050").attempt().key_set(std::nullopt).acquired().entered();
       f.at(2ms).by("bob").attempt().refused().at(10ms).by("alice").crashed().at(200ms).ended();
     }},
    {"a lease that others prolong is named", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(10ms).crashed().by("bob").attempt().refused();
       for (int i = 2; i < 30; ++i)
         f.at(i * 10ms).attempt().key_lease(50ms, Purpose::claim).refused();
     }},
    {"each lock has its own window", broken,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").attempt();
       for (int i = 0; i < 20; ++i) f.lock("locklab:b").by("bob").at(i * 10ms).gets_in().gets_out();
     }},
    // A fault restarts the judgement, but not the wait.
    {"the longest wait is told from its beginning", kept,
     [](Forged& f) {
       f.clients({"alice", "carol"}).by("alice").attempt();
       f.at(100ms).by("carol").cut().at(200ms).cut().at(210ms).by("alice").acquired().entered();
     }},
    {"a longer wait that ended otherwise is told too", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(5ms).acquired().entered().at(9ms).gets_out();
       f.at(10ms).by("bob").attempt().at(60ms).crashed();
     }},
    {"two that hold a lock each and wait for the other's are a deadlock", broken,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
       f.at(5ms).lock("locklab:b").by("alice").attempt().refused();
       f.at(10ms).lock("locklab:a").by("bob").attempt().refused().at(160ms).gave_up();
     }},
    {"giving up in time opens the circle", kept,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
       f.at(5ms).lock("locklab:b").by("alice").attempt().refused();
       f.at(10ms).lock("locklab:a").by("bob").attempt().refused().at(159ms).gave_up();
       f.at(160ms).lock("locklab:b").gets_out().at(165ms).by("alice").acquired().entered();
     }},
    {"three in a ring are a deadlock, whoever waits besides", broken,
     [](Forged& f) {
       f.clients({"alice", "bob", "carol", "dave"});
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
       f.lock("locklab:c").by("carol").gets_in();
       f.at(5ms).lock("locklab:b").by("alice").attempt().lock("locklab:c").by("bob").attempt();
       f.at(7ms).lock("locklab:a").by("carol").attempt().by("dave").attempt();
       f.at(157ms).ended();
     }},
    {"a holder who works on can open the circle", kept,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
       f.at(5ms).lock("locklab:b").by("alice").attempt().at(900ms).ended();
     }},
    {"whoever is cut off is kept by that, and not by the circle", kept,
     [](Forged& f) {
       f.nodes({"n1"}).lock("locklab:a").by("alice").gets_in();
       f.lock("locklab:b").by("bob").gets_in().by("alice").attempt();
       f.lock("locklab:a").by("bob").attempt().at(10ms).on("n1").cut().at(900ms).ended();
     }},
    {"whoever is cut off while asking for a lock that it holds, too", kept,
     [](Forged& f) {
       f.nodes({"n1"}).by("alice").gets_in().attempt().on("n1").cut().at(900ms).ended();
     }},
    {then, broken, [](Forged& f) { f.link_fault(EventKind::link_healed).at(1'050ms).ended(); }},
    {"a fault begins the time anew", broken,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").gets_in().lock("locklab:b").by("bob").gets_in();
       f.lock("locklab:b").by("alice").attempt().lock("locklab:a").by("bob").attempt();
       f.at(100ms).paused().at(110ms).resumed().at(260ms).ended();
     }},
    {"whoever takes a lock again that does not count its holds waits for itself", broken,
     [](Forged& f) { f.by("alice").gets_in().at(5ms).attempt().refused().at(155ms).ended(); }},
    {"a rate limiter is not judged", not_applicable,
     [](Forged& f) { f.quota(1, 60s).by("alice").attempt().at(900ms).refused().ended(); }},
    {"nobody trying is not judged", not_applicable, [](Forged& f) { f.at(1ms).ended(); }},
};

TEST(NoDeadlock, IsJudgedByTheHistory) {
  judge(Property::no_deadlock, no_deadlock_after_crashed_holder, crashed_holder);
  judge(Property::no_deadlock, no_deadlock_histories);
}

TEST(NoDeadlock, NobodyGettingInAfterACrashIsABreach) {
  Forged f = crashed_holder();
  f.at(100ms).by("bob").attempt().refused().at(161ms).attempt().refused().at(300ms).gave_up();
  const Verdict v = judged(f, Property::no_deadlock);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(f.trace()[*v.event].at, 161'000);
}

}  // namespace
}  // namespace locklab::sim
