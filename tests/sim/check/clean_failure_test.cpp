#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice claims n1, n2 and n3, acquires only n1, and gets no reply from n3.
Forged lost_vote() {
  Forged f;
  f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
  f.on("n1").sent(Purpose::claim).ran().key_set(50ms).received();
  f.on("n2").sent(Purpose::claim).ran().received(Reply::Kind::nil);
  f.on("n3").at(3ms).sent(Purpose::claim).timed_out();
  return f;
}

/// alice's claim times out; she has released, and her client has finished, before the claim runs.
Forged given_up() {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).at(50ms).timed_out();
  f.sent(Purpose::release).at(51ms).ran().received(Reply::Kind::integer).refused().finished();
  return f;
}

/// alice's attempt fails after its claim has set the key; her release is message 2, and has not run
/// yet.
Forged released_after_a_grant() {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).ran().key_set(50ms).at(5ms).timed_out();
  f.sent(Purpose::release).at(6ms).refused().finished();
  return f;
}

/// alice's claim sets a key for 40 ms at 2 ms, and its reply is lost.
Forged never_answered() {
  Forged f;
  f.by("alice").attempt().sent(Purpose::claim).at(2ms).ran().key_set(40ms);
  f.at(43ms).timed_out();
  return f;
}

constexpr History clean_failure_as_the_lease_ends[] = {
    {"a key whose lease has ended by the end of the attempt is not left", kept,
     [](Forged& f) { f.refused().gave_up().finished().key_expired(); }},
    {"nor if the node notices the end first", kept,
     [](Forged& f) { f.key_expired().by("alice").refused().gave_up().finished(); }},
};
constexpr History clean_failure_before_the_lease_ends[] = {
    {"a key that a clock set back keeps on its node is left", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).at(2ms).ran().key_set(40ms).at(5ms);
       f.node_clock(-70s).at(60ms).timed_out().refused().gave_up().finished();
     },
     last_event},
    {"a key whose lease ends just after the end of the attempt is left", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).at(2ms).ran().key_set(40ms).at(41ms);
       f.timed_out().refused().gave_up().finished();
     },
     last_event},
};

constexpr History clean_failure_after_lost_vote[] = {
    {"a release that is on its way is kept", kept,
     [](Forged& f) {
       for (const char* node : {"n1", "n2", "n3"}) f.on(node).sent(Purpose::release);
       f.refused().attempt().sent(Purpose::claim);
     }},
    {"leaving out the node that granted is a breach", broken,
     [](Forged& f) {
       for (const char* node : {"n2", "n3"}) f.on(node).sent(Purpose::release);
       f.refused().attempt().sent(Purpose::claim);
     },
     last_event},
    {"leaving out a node where nothing was set is kept", kept,
     [](Forged& f) { f.on("n1").sent(Purpose::release).refused().attempt().sent(Purpose::claim); }},
    {then, broken,
     [](Forged& f) { f.at(20ms).acquisition(1).on("n3").message(3).ran().key_set(50ms); },
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
    {"a key that stays until its lease ends is a breach though its client still waits", broken,
     [](Forged& f) { f.refused().at(50ms).on("n1").key_expired(); }, last_event},
};

constexpr History clean_failure_after_giving_up[] = {
    {"a claim that never arrives leaves nothing", kept,
     [](Forged& f) { f.message(1).at(60ms).message_lost(); }},
    {"a claim that its release has overtaken is a breach when it sets the key", broken,
     [](Forged& f) { f.message(1).at(120ms).ran().key_set(1s); }, last_event},
    {"a claim that may still arrive is watched through a dozen later attempts", broken,
     [](Forged& f) {
       for (int again = 0; again < 12; ++again)
         f.attempt().sent(Purpose::claim).timed_out(Silence::refused).refused();
       f.acquisition(1).message(1).at(120ms).ran().key_set(1s);
     },
     last_event},
    {"a claim that comes late and is refused leaves nothing", kept,
     [](Forged& f) { f.message(1).at(120ms).ran(Reply::nil()); }},
    {"a client that has crashed since need not clean up", kept,
     [](Forged& f) { f.crashed().message(1).at(120ms).ran().key_set(1s); }},
};

constexpr History clean_failure_of_a_release[] = {
    {"a release that removes the key is kept", kept,
     [](Forged& f) {
       f.at(8ms).ran(Reply::number(1)).key_deleted().received(Reply::Kind::integer);
     }},
    {"a release that is lost is a breach", broken, [](Forged& f) { f.at(8ms).message_lost(); },
     last_event},
    {"a release that finds no server is a breach", broken,
     [](Forged& f) { f.at(8ms).timed_out(Silence::refused); }, last_event},
    {"a release whose connection its server has closed is a breach", broken,
     [](Forged& f) { f.at(8ms).timed_out(Silence::server_ended); }, last_event},
    {"a release that has timed out may still remove the key", kept,
     [](Forged& f) { f.at(8ms).timed_out(Silence::timeout); }},
    {"a release that the node refuses is a breach", broken,
     [](Forged& f) { f.at(8ms).ran(Reply::error("READONLY")).received(Reply::Kind::error); },
     last_event},
    {"a release that comes after the end of the lease is a breach when the lease ends", broken,
     [](Forged& f) { f.at(50ms).key_expired().at(60ms).ran().received(Reply::Kind::integer); }, 8},
    {"a lease that ended while its node was frozen kept nobody out", kept,
     [](Forged& f) { f.at(70ms).key_expired(20ms).ran().received(Reply::Kind::integer); }},
    {"a lease that ends just as its frozen node resumes kept nobody out", kept,
     [](Forged& f) {
       f.node_fault(EventKind::node_stopped).at(50ms).node_fault(EventKind::node_continued);
       f.key_expired().ran().received(Reply::Kind::integer);
     }},
    {"a key that another client has replaced is not left", kept,
     [](Forged& f) { f.by("bob").attempt().key_set(50ms).by("alice").at(8ms).message_lost(); }},
};

constexpr History clean_failure_histories[] = {
    {"after a failover the new master is asked to release", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt();
       f.on("n1").sent(Purpose::claim).ran().key_set(50ms).timed_out();
       f.on("n2").copied(50ms, true).node_fault(EventKind::node_promoted);
       f.sent(Purpose::release).refused().attempt().on("n2").sent(Purpose::claim);
     }},
    {"a replica's copy is left once the replica becomes the master", broken,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").by("alice").attempt().sent(Purpose::claim).ran();
       f.key_set(50ms).on("n2").copied(50ms, true).on("n1").timed_out().sent(Purpose::release);
       f.refused().finished().ran().key_deleted().received(Reply::Kind::integer);
       f.on("n2").node_fault(EventKind::node_promoted);
     },
     last_event},
    {"a node that refused needs no release", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).by("alice").attempt();
       for (const char* node : {"n1", "n2", "n3"})
         f.on(node).sent(Purpose::claim).ran().received(Reply::Kind::nil);
       f.refused().attempt().sent(Purpose::claim);
     }},
    {"on one node a refusal needs no release", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).ran().received(Reply::Kind::nil).refused();
       f.attempt().sent(Purpose::claim).key_set(50ms).received().acquired();
     }},
    {"on one node a grant that was not used needs one", broken,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).key_set(std::nullopt);
       f.received(Reply::Kind::integer);
       f.sent(Purpose::claim).timed_out().refused().attempt().sent(Purpose::claim);
     }},
    {"an overwrite that was answered with another value is no grant", not_applicable,
     [](Forged& f) {
       f.by("alice").attempt().sent(Purpose::claim).ran().received(Reply::Kind::integer);
       f.sent(Purpose::claim).ran().key_set(std::nullopt).received(Reply::Kind::text).refused();
       f.attempt().sent(Purpose::claim);
     }},
    {"without a lock it is not judged", not_applicable,
     [](Forged& f) { f.quota(1, 60s).by("alice").attempt(); }},
};

TEST(CleanFailure, IsJudgedByTheHistory) {
  judge(Property::clean_failure, clean_failure_after_lost_vote, lost_vote);
  judge(Property::clean_failure, clean_failure_after_giving_up, given_up);
  judge(Property::clean_failure, clean_failure_of_a_release, released_after_a_grant);
  judge(Property::clean_failure, clean_failure_as_the_lease_ends, never_answered);
  judge(Property::clean_failure, clean_failure_before_the_lease_ends);
  judge(Property::clean_failure, clean_failure_histories);
}

TEST(CleanFailure, NoSearchFindsAnythingLeftWhileARequestIsNeitherLateNorLostForGood) {
  const std::pair<const char*, const char*> questions[] = {
      {"set_px_get_del", "pause=1"}, {"set_px_get_del", "kill=1"}, {"set_px_get_del", "lose=1"},
      {"set_px_lua", "pause=1"},     {"set_px_lua", "kill=1"},     {"set_px_lua", "lose=1"},
      {"set_px_lua", "stop=1"}};
  for (const auto& [lock, fault] : questions) {
    const Answer found = answered(ask(lock, fault, Property::clean_failure));
    EXPECT_TRUE(found.exhausted);
    for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
  }
}

TEST(CleanFailure, RequestsThatFoundNoServerAreForgotten) {
  Question question = ask("fenced", "kill=1", Property::clean_failure, "retry_jitter_ms=0");
  const std::uint64_t states = answered(question).counts.states;
  question.property.reset();
  question.every = true;
  const SearchSpec spec = spec_for(question);
  SearchTask task = spec.task();
  task.most_states = 4 * states;
  EXPECT_TRUE(search(task).exhausted) << "else each order of them would be another state";
}

TEST(CleanFailure, ASearchFindsTheClaimThatItsReleaseHasOvertaken) {
  for (const char* lock : {"set_px_get_del", "set_px_lua"}) {
    const Answer found = answered(ask(lock, "hold=1", Property::clean_failure));
    ASSERT_EQ(found.broken.size(), 1u) << lock;
    EXPECT_TRUE(found.unconfirmed.empty()) << lock;
    expect_broken_again(found.broken[0]);
  }
}

}  // namespace
}  // namespace locklab::sim
