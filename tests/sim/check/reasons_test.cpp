// The reasons why two clients were inside: in each history one event made the difference, and often
// another did not.
#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice claims n1 at 0 ms with a lease of 50 ms, and enters at 2 ms.
Forged alice_inside() {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(2ms).acquired().entered();
  return f;
}

/// bob acquires on n1 and enters, at `when`.
Forged& bob_enters(Forged& f, Duration when) {
  return f.at(when).by("bob").on("n1").attempt().key_set(50ms).acquired().entered();
}

constexpr History reasons_histories[] = {
    // ---- failover
    {"the replica that became master without the lock is named and not what the dead node forgot",
     broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(7ms).on("n1").killed().key_lost();
       f.at(12ms).on("n2").node_fault(EventKind::node_promoted);
       f.at(20ms).by("bob").attempt().key_set(50ms).acquired().entered();
     }},
    {"a failover that kept the lock is not blamed for a lease that ran out", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(2ms).on("n2").copied(50ms).at(7ms).on("n1").killed().key_lost();
       f.at(12ms).on("n2").node_fault(EventKind::node_promoted).at(52ms).key_expired();
       f.at(60ms).by("bob").attempt().key_set(50ms).acquired().entered();
     }},
    // ---- times and places
    {"a lease that ended while its node was frozen ended then and not when it was noticed", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).node_fault(EventKind::node_stopped).at(300ms);
       f.node_fault(EventKind::node_continued).key_expired(250ms);
       bob_enters(f, 301ms);
     }},
    {"a lease that ended while its node was dead ended then and not when the node came back",
     broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).killed().at(300ms).node_fault(EventKind::node_restarted).key_expired(250ms);
       bob_enters(f, 301ms);
     }},
    {"a key that vanished is no vote of its master's death and nobody overwrote it", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).key_lost(KeyLoss::vanished);
       bob_enters(f, 20ms);
     }},
    {"a key that somebody deleted", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).key_lost(KeyLoss::deleted);
       bob_enters(f, 20ms);
     }},
    {"a key that went with a flush", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).key_lost(KeyLoss::flushed);
       bob_enters(f, 20ms);
     }},
    {"a key that was evicted after its node had been killed and was back", broken,
     [](Forged& f) {
       f.at(1ms).killed().at(2ms).node_fault(EventKind::node_restarted).at(3ms);
       f.by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(20ms).key_lost(KeyLoss::evicted);
       bob_enters(f, 20ms);
     }},
    {"a copy on a replica is no node that let somebody in", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().key_set(50ms).acquired().entered();
       f.at(2ms).on("n2").copied(50ms, true).at(9ms).on("n1").killed().key_lost();
       f.at(10ms).on("n2").key_lost().at(19ms).by("bob").attempt().on("n1").key_set(50ms);
       f.on("n2").copied(50ms, true).acquired().entered();
     }},
    {"leases that ran out one after the other get their span of time", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
       f.on("n1").key_set(50ms).at(4ms).on("n2").key_set(50ms).at(8ms).on("n3").key_set(50ms);
       f.acquired().entered().at(50ms).on("n1").key_expired().at(54ms).on("n2").key_expired();
       f.at(55ms).by("bob").attempt().on("n1").key_set(50ms);
       f.on("n2").key_set(50ms).acquired().entered();
     }},
    {"only the nodes that let the other in are named", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3", "n4", "n5"}).by("alice").attempt();
       f.on("n1").key_set(50ms).on("n2").key_set(50ms).on("n3").key_set(50ms).acquired().entered();
       f.at(5ms).on("n1").killed().key_lost().at(6ms).on("n3").killed().key_lost();
       f.at(9ms).by("bob").attempt().on("n3").key_set(50ms).on("n4").key_set(50ms).on("n5");
       f.key_set(50ms).acquired().entered();
     }},
    {"an acquisition longer than its lease is named", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).at(60ms).key_set(50ms).at(110ms).key_expired();
       bob_enters(f, 115ms).at(120ms).by("alice").acquired().entered();
     }},
    // ---- pauses
    {"a pause before the key was set is not named", broken,
     [](Forged& f) {
       f.by("alice").attempt().paused().at(40ms).resumed();
       f.at(41ms).key_set(50ms).acquired().entered();
       f.at(50ms).by("bob").attempt().key_set(50ms).acquired().entered();
     }},
    // ---- clocks
    {"nodes that run fast are named though they did before the key was set", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n1").node_clock(0ms, 200'000);
       f.on("n2").node_clock(0ms, 200'000);
       f.by("alice").attempt().on("n1").key_set(50ms).on("n2").key_set(50ms).acquired().entered();
       f.at(42ms).on("n1").key_expired().on("n2").key_expired();
       f.at(45ms).by("bob").attempt().on("n1").key_set(50ms);
       f.on("n2").key_set(50ms).acquired().entered();
     }},
    {"a holder's clock that was set back while it acquired is named", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).at(1ms).key_set(50ms);
       f.at(20ms).client_clock(-40ms);
       f.at(51ms).key_expired().at(55ms).acquired(35ms).entered();
       bob_enters(f, 60ms);
     }},
    {"a holder's clock is not blamed where its lease was measured rightly", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(1ms).client_clock(-40ms);
       f.at(2ms).acquired(48ms).entered().at(5ms).client_clock(-80ms);
       f.at(6ms).killed().key_lost();
       bob_enters(f, 20ms);
     }},
    {"a holder's clock that was set back inside hides the end of its lease", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).key_set(50ms).at(2ms).acquired(48ms).entered();
       f.at(5ms).client_clock(-5s).at(50ms).key_expired();
       bob_enters(f, 60ms);
     }},
    // ---- deadlines as values
    {"a clock ahead that steals a live deadline is named", broken,
     [](Forged& f) {
       f.by("bob").client_clock(500ms).by("alice").attempt().value("1700000000050");
       f.key_set(std::nullopt).acquired().entered();
       f.at(9ms);
       f.by("bob").attempt().value("1700000000559").key_set(std::nullopt).acquired().entered();
     }},
    {"a late overwrite that moves the deadline back is named", broken,
     [](Forged& f) {
       f.by("bob").attempt().at(20ms).by("alice").attempt().value("1700000000070");
       f.key_set(std::nullopt).acquired().entered();
       f.at(30ms).by("bob").value("1700000000050").key_set(std::nullopt).refused();
       f.at(51ms).attempt().value("1700000000101").key_set(std::nullopt).acquired().entered();
     }},
    {"a deadline that had passed is told before the overwrite", broken,
     [](Forged& f) {
       f.by("alice").attempt().value("1700000000050").key_set(std::nullopt).acquired().entered();
       f.at(60ms);
       f.by("bob").attempt().value("1700000000110").key_set(std::nullopt).acquired().entered();
     }},
};

constexpr History reasons_after_alice_inside[] = {
    // ---- pauses
    {"a pause and a clock that changed nothing are not named", broken,
     [](Forged& f) {
       f.at(3ms).paused().at(8ms).resumed().at(9ms).node_clock(-3ms).client_clock(10s);
       f.at(53ms).key_expired();
       bob_enters(f, 100ms).at(120ms).by("alice").left();
     }},
    {"pauses that overlap are one", broken,
     [](Forged& f) {
       f.at(3ms).token(1).paused().at(5ms).token(2).paused().at(8ms).token(1).resumed();
       f.at(50ms).key_expired();
       bob_enters(f, 60ms);
       f.at(70ms).by("alice").token(2).resumed();
     }},
    {"a pause without which it had left in time is named", broken,
     [](Forged& f) {
       f.at(3ms).paused().at(43ms).resumed().at(50ms).key_expired();
       bob_enters(f, 60ms).at(70ms).by("alice").left();
     }},
    // ---- clocks
    {"a jump too small to matter is not named", broken,
     [](Forged& f) {
       f.at(10ms).node_clock(3ms).at(47ms).key_expired();
       bob_enters(f, 100ms);
     }},
};

TEST(Reasons, AreThoseThatMadeTheDifference) {
  judge(Property::mutual_exclusion, reasons_histories);
  judge(Property::mutual_exclusion, reasons_after_alice_inside, alice_inside);
}

}  // namespace
}  // namespace locklab::sim
