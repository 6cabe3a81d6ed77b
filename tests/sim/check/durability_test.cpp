#include <gtest/gtest.h>

#include "sim/check/checker.h"
#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// A stock of 10 on n1; each atomic command takes one.
Forged stock_of_ten() {
  Forged f;
  f.info().initial_value = 10;
  f.info().change = -1;
  return f;
}

/// The current client's atomic command on the current node, from the request to the reply; `left`
/// units remain.
Forged& sells(Forged& f, std::int64_t left) {
  return f.sent(Purpose::write).wrote_atomically(left).received(Reply::Kind::integer);
}

constexpr History durability_of_ten[] = {
    {"a loss that nobody comes across is seen at the end", broken,
     [](Forged& f) { sells(f.at(3ms).by("alice"), 9).at(5ms).killed().at(8ms).finally(0); }},
    {"is kept if the latest write is there at the end", kept,
     [](Forged& f) { sells(f.at(3ms).by("alice"), 9).at(8ms).finally(9); }},
    {"nobody misses what nobody ever reached", not_applicable,
     [](Forged& f) { f.at(5ms).killed().at(8ms).finally(0); }},
    {"a write that nobody was told of may be missing at the end", not_applicable,
     [](Forged& f) {
       f.by("alice").sent(Purpose::write).wrote_atomically(9).at(3ms).timed_out().finally(10);
     }},
    {"a read finds the loss as well", broken,
     [](Forged& f) {
       f.by("alice").sent(Purpose::write).wrote(9).received().at(4ms).by("bob").read(10);
     }},
    {"what was there at the beginning is not to be lost either", broken,
     [](Forged& f) { sells(f.by("alice"), -1); }},
    {"a write that nobody was told of may be lost", kept,
     [](Forged& f) {
       f.by("alice").sent(Purpose::write).wrote_atomically(9).at(3ms).timed_out();
       sells(f.at(5ms).by("bob"), 9);
       sells(f.at(7ms).by("bob"), 8);
     }},
    {"only the later write is lost where the earlier is found", broken,
     [](Forged& f) {
       sells(f.by("alice"), 9);
       sells(f.at(1ms).by("bob"), 8);
       sells(f.at(9ms).by("alice"), 8);
     }},
    {"each access after a write is counted", kept,
     [](Forged& f) {
       sells(f.by("alice"), 9);
       sells(f.by("bob"), 8);
       sells(f.by("alice"), 7);
     }},
    {"one that was given up on and comes late leaves the next one awaited", broken,
     [](Forged& f) {
       f.on("stock").by("alice").sent(Purpose::write).timed_out();
       const std::uint32_t given_up = f.last_message();
       const std::uint32_t next = f.sent(Purpose::write).wrote_atomically(9).last_message();
       f.message(given_up).wrote_atomically(8).message(next).received().at(8ms).finally(10);
     }},
    {"is not judged where nobody looks", not_applicable,
     [](Forged& f) { sells(f.by("alice"), 9); }},
    {"is not judged where nobody writes", not_applicable,
     [](Forged& f) { f.by("alice").read(10); }},
    {"overlapping times give no order", not_applicable,
     [](Forged& f) {
       f.at(10ms).within(8ms).by("alice").wrote_atomically(9);
       f.at(11ms).within(8ms).by("bob").wrote_atomically(9);
     }},
};

constexpr History durability_histories[] = {
    {"a trace that does not tell what a command adds is not judged by it", not_applicable,
     [](Forged& f) {
       sells(f.by("alice"), 9);
       sells(f.by("bob"), -1);
     }},
};

TEST(Durability, IsJudgedByTheHistory) {
  judge(Property::durability, durability_of_ten, stock_of_ten);
  judge(Property::durability, durability_histories);
}

TEST(Durability, AWriteThatWasAcknowledgedAndIsGoneIsABreach) {
  Forged f = stock_of_ten();
  sells(f.at(3ms).by("alice"), 9).at(5ms).killed();
  sells(f.at(9ms).by("bob"), -1);
  const Verdict v = judged(f, Property::durability);
  EXPECT_THAT(v, IsBroken());
  EXPECT_EQ(f.trace()[*v.event].kind, EventKind::resource_wrote);
  EXPECT_EQ(f.trace()[*v.event].at, 9000);
  EXPECT_EQ(f.trace()[*v.other].value, 9);
}

TEST(Durability, OfAnAtomicCommandIsLostByEveryFaultThatForgets) {
  for (const char* faults : {"kill=1", "power=1", "failover=1", "split_brain=1"}) {
    const Answer found = answered(ask("atomic_decr", faults, Property::durability));
    ASSERT_EQ(found.broken.size(), 1u) << faults;
    EXPECT_THAT(verdict_of(found.broken.front().run, Property::durability), IsBroken(faults));
  }
}

TEST(Durability, OfAnAtomicCommandOutlivesADeathWhereEveryWriteIsSynced) {
  for (const char* faults : {"kill=1", "power=1"}) {
    const Answer found =
        answered(ask("atomic_decr", faults, Property::durability, "persistence=\"always\""));
    EXPECT_TRUE(found.broken.empty()) << faults;
    EXPECT_TRUE(found.exhausted) << faults;
  }
}

TEST(Durability, AnAcknowledgementOnItsWayCounts) {
  // Bob finds the loss while alice's reply is still in flight.
  Forged f = stock_of_ten();
  f.by("alice").sent(Purpose::write).wrote_atomically(9);
  const std::uint32_t hers = f.last_message();
  sells(f.at(2ms).by("bob"), 9);
  EXPECT_THAT(judged(f, Property::durability), IsNotApplicable());
  f.at(3ms).by("alice").message(hers).received(Reply::Kind::integer);
  EXPECT_THAT(judged(f, Property::durability), IsBroken());
}

TEST(Durability, AWriteOverAnotherIsNoLossOfTheResource) {
  Forged f = stock_of_ten();
  f.by("alice").read(10).by("bob").read(10).sent(Purpose::write).wrote(9).received();
  f.by("alice").sent(Purpose::write).wrote(9).received().read(9);
  EXPECT_THAT(judged(f, Property::durability), IsKept());
  EXPECT_THAT(judged(f, Property::no_lost_update), IsBroken());
}

TEST(Durability, WhereTheResourceForgotNobodySaysThatEachWriteHadSeenTheOthers) {
  Forged f = stock_of_ten();
  sells(f.by("alice"), 9).at(5ms).killed();
  sells(f.at(9ms).by("bob"), -1);
  EXPECT_THAT(judged(f, Property::no_lost_update), IsKept());
}

/// The verdict on a run with DECR, in which alice sells at 0 ms and bob at 40 ms.
Verdict judge_sales(const std::string& nodes, const std::string& fault) {
  return verdict_of("bare strategy=atomic_decr set={" + nodes +
                        R"(client=[{name="alice"}, {name="bob", start_ms=40}]})" + fault,
                    Property::durability);
}

TEST(Durability, AKillForgetsWhatWasSold) {
  EXPECT_THAT(judge_sales("", R"( fault={at_ms=20, kill={node="n1", restart_after_ms=1}})"),
              IsBroken());
}

TEST(Durability, AFailoverForgetsWhatTheReplicaHadNotHeardOf) {
  EXPECT_THAT(
      judge_sales(R"(node=[{name="n1"}, {name="n2", replica_of="n1", replication_lag_ms=30}], )",
                  R"( fault={at_ms=20, kill={node="n1"}} fault={at_ms=25, promote={node="n2"}})"),
      IsBroken());
}

TEST(Durability, ALogOnDiskKeepsIt) {
  EXPECT_THAT(judge_sales("persistence=\"always\", ",
                          R"( fault={at_ms=20, kill={node="n1", restart_after_ms=1}})"),
              IsKept());
}

std::uint64_t fingerprint_of_durability(const Forged& forged) {
  Checker checker(forged.trace().info);
  checker.on_all(forged.trace());
  Fingerprint print;
  checker.fingerprint(print, forged.trace(), Properties{Property::durability});
  return print.value();
}

// A search that treated both as one state would miss the first one's violation.
TEST(Durability, WhetherAWriteWasAcknowledgedIsPartOfThePast) {
  Forged told = stock_of_ten();
  sells(told.by("alice"), 9);
  Forged untold = stock_of_ten();
  untold.by("alice").sent(Purpose::write).wrote_atomically(9).timed_out();
  EXPECT_NE(fingerprint_of_durability(told), fingerprint_of_durability(untold));
}

// A search that distinguished these would visit one state twice.
TEST(Durability, AWriteThatRunsAfterItsClientGaveUpIsNoOtherPast) {
  Forged before = stock_of_ten();
  before.by("alice").on("stock").sent(Purpose::write).wrote_atomically(9).timed_out();
  Forged after = stock_of_ten();
  after.by("alice").on("stock").sent(Purpose::write).timed_out().wrote_atomically(9);
  EXPECT_EQ(fingerprint_of_durability(before), fingerprint_of_durability(after));
}

TEST(Durability, AWriteThatRunsAfterItsClientCrashedIsNoOtherPast) {
  Forged before = stock_of_ten();
  before.by("alice").sent(Purpose::write).wrote_atomically(9).crashed();
  Forged after = stock_of_ten();
  after.by("alice").sent(Purpose::write).crashed().wrote_atomically(9);
  EXPECT_EQ(fingerprint_of_durability(before), fingerprint_of_durability(after));
}

}  // namespace
}  // namespace locklab::sim
