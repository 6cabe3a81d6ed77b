// Forged traces have a lease of 50 ms and a bound of 100 ms; availability allows lease + bound / 3.
#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History availability_histories[] = {
    {"one lease of somebody who is gone is kept", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(2ms).by("bob").attempt().at(10ms).by("alice").crashed();
       f.at(60ms).key_expired().at(90ms).by("bob").acquired().entered();
     }},
    {"names who is in the way", broken,
     [](Forged& f) {
       f.by("alice").attempt().key_set(std::nullopt).acquired().entered();
       f.at(2ms).by("bob").attempt().refused().at(10ms).by("alice").crashed().at(200ms).ended();
     }},
    {"whoever is cut off or asleep is not counted", kept,
     [](Forged& f) {
       f.by("alice").cut().attempt().at(300ms).link_fault(EventKind::link_healed);
       f.at(310ms).acquired().entered();
     }},
    {"whoever is cut off or asleep is not counted: asleep", kept,
     [](Forged& f) {
       f.by("alice").attempt().paused().at(300ms).resumed().at(305ms).acquired().entered();
     }},
    {"a holder is not counted as long as it is inside", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(2ms).by("bob").attempt().at(500ms).by("alice").gets_out();
       f.at(510ms).by("bob").acquired().entered();
     }},
    {"a wait that ends in vain counts for the longest", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(20ms).acquired().entered().at(30ms).gets_out();
       f.at(40ms).by("bob").attempt().at(65ms).crashed();
     }},
    {"a shorter wait than would be too long is not judged", not_applicable,
     [](Forged& f) { f.by("alice").attempt().at(80ms).gave_up().ended(); }},
    {"a shorter wait than would be too long is not judged, 2", not_applicable,
     [](Forged& f) { f.at(1ms).ended(); }},
    {"without a lock on a node it is not judged", not_applicable,
     [](Forged& f) { f.quota(1, 60s).by("alice").attempt().at(900ms).refused().ended(); }},
    {"without a lock on a node it is not judged, 2", not_applicable,
     [](Forged& f) { f.needs(0).by("alice").attempt().at(900ms).ended(); }},
};

TEST(Availability, IsJudgedByTheHistory) { judge(Property::availability, availability_histories); }

/// dave waits from 2 ms on, blocked by the keys of two clients that each lose their connection
/// before they learn of their grants.
Forged penalties() {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(1ms).cut().at(2ms).by("dave").attempt().refused();
  f.at(50ms).by("alice").key_expired();
  f.at(51ms).by("bob").attempt().key_set(50ms).cut().at(60ms).by("dave").attempt().refused();
  f.at(101ms).by("bob").key_expired();
  return f;
}

TEST(Availability, FaultsThatFollowEachOtherAreNoExcuse) {
  Forged f = penalties();
  f.at(110ms).by("dave").attempt().acquired().entered();
  const Verdict v = judged(f, Property::availability);
  EXPECT_THAT(v, IsBroken());
  EXPECT_THAT(judged(f, Property::no_deadlock), IsKept());
}

// The availability penalty that the Redis documentation describes, twice in a row.
TEST(Availability, TwoPartitionsCostTwoLeases) {
  const std::string run =
      R"(bare set={ttl_ms=200, retry_jitter_ms=0, wait_ms=2000, client=[{name="alice"}, )"
      R"({name="bob", start_ms=190}, {name="dave", start_ms=2}]})"
      R"( fault={when="n1 ran alice's claim", cut={client="alice", node="n1"}})"
      R"( fault={when="n1 ran bob's 2nd claim", cut={client="bob", node="n1"}})";
  EXPECT_THAT(verdict_of(run, Property::availability), IsBroken());
  EXPECT_THAT(verdict_of(run, Property::no_deadlock), IsKept());
}

}  // namespace
}  // namespace locklab::sim
