// Two masters at once: a replica is promoted while its master lives, and clients are informed one
// by one. Writes of the old master meanwhile are lost when it is informed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/check/check.h"
#include "sim/check/two_masters.h"
#include "sim/trace/state/families.h"
#include "tests/support/faults.h"
#include "tests/support/read.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::Field;

/// A master with two replicas, and two clients: bob begins at 25 ms, alice at 20 ms unless given.
Trace run_replicated(const std::vector<std::string>& faults, const char* alice_starts = "20") {
  return calm_run("set_px_lua",
                  "ttl_ms=1000, run_ms=400, work_ms=40, rounds=1, "
                  "node=[{}, {replica_of='n1'}, {replica_of='n1'}], client={alice={touch=false, "
                  "start_ms=" +
                      std::string(alice_starts) + "}, bob={touch=false, start_ms=25}}",
                  faults);
}

/// The node that ran the client's first request.
NodeId asked_first(const Trace& trace, std::uint16_t client) {
  const Event* const ran = first(trace, EventKind::ran, ClientId{client});
  return ran ? ran->node : no_node;
}

TEST(SplitBrain, WhoIsToldAsksTheNewMasterAndTheOthersTheOldOne) {
  const Trace trace = run_replicated({"at 10ms promote n2 for bob"});
  EXPECT_EQ(asked_first(trace, 0), NodeId{0});
  EXPECT_EQ(asked_first(trace, 1), NodeId{1});
  EXPECT_THAT(check(trace).front(), IsBroken()) << "both masters granted the lock";
  const Event* const promoted = first(trace, EventKind::node_promoted);
  ASSERT_NE(promoted, nullptr);
  EXPECT_EQ(promoted->client, ClientId{1});
  EXPECT_EQ(promoted->detail, 1);
  EXPECT_EQ(promoted->value, 0);
  EXPECT_EQ(count(trace, EventKind::node_demoted), 0u) << "nobody ever tells the old master";
}

TEST(SplitBrain, EndsByItselfAndTheOldMasterForgetsWhatItGranted) {
  const Trace trace = run_replicated({"at 10ms promote n2 for bob 25ms"});
  const Event* const demoted = first(trace, EventKind::node_demoted);
  ASSERT_NE(demoted, nullptr);
  EXPECT_EQ(demoted->at, 35'000);
  EXPECT_EQ(demoted->node, NodeId{0});
  EXPECT_THAT(events(trace, EventKind::key_lost),
              testing::Contains(AllOf(Field("node", &Event::node, NodeId{0}),
                                      Field("at", &Event::at, testing::Ge(35'000)))))
      << "it is synchronised with n2, which knows Bob's key";
  for (const Event& sent : events(trace, EventKind::sent))
    EXPECT_TRUE(sent.at <= 35'000 || sent.node == NodeId{1}) << "everybody has been told";
}

TEST(SplitBrain, ClientsMoveOneByOneAndAPromotionForAllEndsIt) {
  const Trace trace = run_replicated(
      {"at 10ms promote n2 for bob", "at 30ms promote n2 for alice", "at 200ms promote n2"}, "50");
  EXPECT_EQ(asked_first(trace, 0), NodeId{1}) << "she was told at 30 ms";
  EXPECT_EQ(check(trace).front().kept, Kept::kept);
  EXPECT_THAT(times(trace, EventKind::node_demoted), ElementsAre(200'000));
  EXPECT_EQ(count(trace, EventKind::node_promoted), 3u);
}

TEST(SplitBrain, OfTwoAtOnceEachIsSeen) {
  const Trace trace =
      calm_run("redlock",
               "ttl_ms=1000, run_ms=100, work_ms=40, rounds=1, node=[{}, {replica_of='n1'}, {}, "
               "{replica_of='n3'}, {}], client={alice={start_ms=10}, bob={start_ms=20}}",
               {"at 1ms promote n2 for bob", "at 2ms promote n4 for bob", "at 3ms cut bob n2"});
  ASSERT_EQ(count(trace, EventKind::node_promoted), 2u);
  EXPECT_TRUE(both_masters_grant(trace)) << "n3 and n4 do, n1 and n2 do not";
}

TEST(Promotion, GivesAMasterItsPlaceBack) {
  const Trace trace = run_replicated({"at 10ms promote n2", "at 15ms promote n1"});
  EXPECT_EQ(count(trace, EventKind::node_promoted), 2u);
  EXPECT_EQ(asked_first(trace, 0), NodeId{0}) << "alice begins when n1 is the master again";
  EXPECT_EQ(count(trace, EventKind::fault_missed), 0u);
}

TEST(Promotion, OfAMasterThatNothingDemotesIsRefused) {
  const auto refused = [](const char* line) {
    return !problem_in(open_run(Library(), value_of(parse_run_name(line)))).empty();
  };
  EXPECT_TRUE(
      refused("bare strategy=set_px_lua set={node=[{}, {replica_of=\"n1\"}]} "
              "fault={at_ms=10, promote={node=\"n1\"}}"));
  EXPECT_FALSE(
      refused("bare strategy=set_px_lua set={node=[{}, {replica_of=\"n1\"}]} "
              "fault={at_ms=10, promote={node=\"n1\"}} "
              "fault={at_ms=5, promote={node=\"n2\"}}"));
  EXPECT_FALSE(
      refused("bare strategy=set_px_lua set={node=[{}, {replica_of=\"n1\"}], "
              "sentinels=1} fault={at_ms=10, promote={node=\"n1\"}}"));
  EXPECT_TRUE(
      refused("bare strategy=set_px_lua set={node=[{}, {}, {replica_of=\"n2\"}]} "
              "fault={at_ms=10, promote={node=\"n1\"}} "
              "fault={at_ms=5, promote={node=\"n3\"}}"))
      << "the other master's replica";
}

TEST(SplitBrain, AnOldMasterThatNeverKnewIsAMasterAlsoWhenItIsBack) {
  for (const bool told : {false, true}) {
    const Trace trace = run_replicated({"at 5ms kill n1 restart_after 30ms",
                                        told ? "at 10ms promote n2" : "at 10ms promote n2 untold"});
    EXPECT_EQ(count(trace, EventKind::node_demoted), told ? 1u : 0u);
    EXPECT_EQ(asked_first(trace, 0), NodeId{1}) << "all clients are told";
    Families families(trace.info);
    for (std::size_t i = 0; i < trace.size(); ++i) families.on(trace[i]);
    EXPECT_EQ(families.master(NodeId{0}), told ? NodeId{1} : no_node);
    EXPECT_EQ(families.master(NodeId{2}), NodeId{1});
  }
}

TEST(Promotion, MayTakeItsTime) {
  const Trace trace = run_replicated({"at 5ms kill n1", "at 5ms promote n2 after 60ms"});
  EXPECT_THAT(times(trace, EventKind::node_promoted), ElementsAre(65'000));
  EXPECT_GT(first(trace, EventKind::entered)->at, 65'000) << "until then nobody answers";
}

TEST(Promotion, OfAReplicaThatIsDeadByThenDoesNothing) {
  const Trace trace = run_replicated({"at 5ms promote n2 after 60ms", "at 30ms kill n2"});
  EXPECT_EQ(count(trace, EventKind::node_promoted), 0u);
}

TEST(SplitBrain, OfANodeThatIsPromotedAwayEndsWithIt) {
  // n2 splits from n1, and n3 replaces n2, so there is one master again.
  const Trace trace = run_replicated({"at 5ms promote n2 for bob", "at 12ms promote n3"});
  EXPECT_EQ(count(trace, EventKind::node_demoted), 2u);
  EXPECT_EQ(asked_first(trace, 0), NodeId{2});
  EXPECT_EQ(asked_first(trace, 1), NodeId{2});
  EXPECT_EQ(check(trace).front().kept, Kept::kept);
}

}  // namespace
}  // namespace locklab::sim
