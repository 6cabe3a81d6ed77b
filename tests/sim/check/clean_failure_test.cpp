#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice claims n1, n2 and n3 and gets n1 only.
Forged lost_vote() {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  f.on("n1").sent(Purpose::claim).key_set(50ms).received();
  f.on("n2").sent(Purpose::claim).received(Reply::Kind::nil);
  f.on("n3").at(3ms).sent(Purpose::claim).timed_out();
  return f;
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

constexpr History clean_failure_after_lost_vote[] = {
    {"releasing on all nodes is kept", kept,
     [](Forged& f) {
       for (const char* node : {"n1", "n2", "n3"}) f.on(node).sent(Purpose::release);
       f.refused().attempt().sent(Purpose::claim);
     }},
    {"leaving out a node is a breach", broken,
     [](Forged& f) {
       for (const char* node : {"n1", "n2"}) f.on(node).sent(Purpose::release);
       f.refused().attempt().sent(Purpose::claim);
     },
     last_event},
    {"a retry inside one call is a new attempt too", broken,
     [](Forged& f) { f.acquisition(2).on("n1").sent(Purpose::claim); }},
    {"a release of another acquisition does not count", broken,
     [](Forged& f) {
       f.acquisition(9);
       for (const char* node : {"n1", "n2", "n3"}) f.on(node).sent(Purpose::release);
       f.refused().attempt().sent(Purpose::claim);
     }},
    {"the end of the run excuses", not_applicable, [](Forged& f) { f.refused().ended(); }},
    {"a crash excuses", not_applicable, [](Forged& f) { f.refused().crashed(); }},
    {"finishing without the release is a breach", broken,
     [](Forged& f) { f.refused().gave_up().finished(); }},
};

constexpr History clean_failure_histories[] = {
    {"after a failover the new master is asked to release", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt();
       f.on("n1").sent(Purpose::claim).key_set(50ms).timed_out();
       f.on("n2").sent(Purpose::release).received();
       f.refused().attempt().on("n2").sent(Purpose::claim);
     }},
    {"a node that refused needs no release", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
       for (const char* node : {"n1", "n2", "n3"})
         f.on(node).sent(Purpose::claim).received(Reply::Kind::nil);
       f.refused().attempt().sent(Purpose::claim);
     }},
    {"on one node a refusal needs no release", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).received(Reply::Kind::nil).refused();
       f.attempt().sent(Purpose::claim).key_set(50ms).received().acquired();
     }},
    {"on one node an unknown reply needs one", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).timed_out().refused().attempt();
       f.sent(Purpose::claim);
     }},
    {"on one node an unknown reply needs one: released", kept,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).timed_out().sent(Purpose::release).refused();
       f.attempt().sent(Purpose::claim);
     }},
    {"on one node a grant that was not used needs one", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).key_set(std::nullopt);
       f.received(Reply::Kind::integer);
       f.sent(Purpose::claim).timed_out().refused().attempt().sent(Purpose::claim);
     }},
    {"an overwrite that was answered with another value is no grant", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).received(Reply::Kind::integer);
       f.sent(Purpose::claim).key_set(std::nullopt).received(Reply::Kind::text).refused();
       f.attempt().sent(Purpose::claim);
     }},
    {"without a lock it is not judged", not_applicable,
     [](Forged& f) { f.quota(1, 60s).by("alice").attempt(); }},
};

constexpr History clean_failure_after_a_look[] = {
    {"a look that finds somebody else's lock is a release", kept,
     [](Forged& f) {
       f.received(Reply::bulk("bob's token")).refused().attempt().sent(Purpose::claim);
     }},
    {"a look that finds no lock is a release", kept,
     [](Forged& f) { f.received(Reply::nil()).refused().attempt().sent(Purpose::claim); }},
    {"a look that finds its own lock needs the deletion", broken,
     [](Forged& f) {
       f.received(Reply::bulk(own_value(f))).refused().attempt().sent(Purpose::claim);
     }},
    {"a look that finds its own lock needs the deletion: deleted", kept,
     [](Forged& f) {
       f.received(Reply::bulk(own_value(f))).sent(Purpose::release);
       f.received(Reply::Kind::integer).refused().attempt().sent(Purpose::claim);
     }},
};

TEST(CleanFailure, IsJudgedByTheHistory) {
  judge(Property::clean_failure, clean_failure_after_lost_vote, lost_vote);
  judge(Property::clean_failure, clean_failure_histories);
  judge(Property::clean_failure, clean_failure_after_a_look, looks_after_a_claim);
}

TEST(CleanFailure, NoSearchFindsAnythingLeftWhereALockLooksBeforeItDeletes) {
  for (const char* fault : {"pause=1", "kill=1", "cut=1", "hold=1", "lose=1", "failover=1"}) {
    const Answer found = answered(ask("set_px_get_del", fault, Property::clean_failure));
    for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
  }
}

}  // namespace
}  // namespace locklab::sim
