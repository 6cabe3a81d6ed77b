// Two masters at once: a replica takes the place of a master that lives on, and clients are told
// one by one. What the old master has taken on meanwhile is lost when it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/check/check.h"
#include "sim/trace/state/families.h"
#include "tests/support/faults.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

/// Two clients that begin at 20 ms and 25 ms, and a master with two replicas.
Scenario replicated() {
  Scenario scenario = calm_world("set_px_lua", 2);
  NodeSpec replica = scenario.nodes.front();
  replica.replica_of = "n1";
  scenario.nodes.resize(1);
  for (const char* name : {"n2", "n3"}) {
    replica.name = name;
    scenario.nodes.push_back(replica);
  }
  scenario.lock.ttl = 1s;
  scenario.run_for = 400ms;
  for (std::size_t c = 0; c < 2; ++c) {
    scenario.clients[c].rounds = 1;
    scenario.clients[c].work = 40ms;
    scenario.clients[c].touch = false;
    scenario.clients[c].start = c == 0 ? 20ms : 25ms;
  }
  return scenario;
}

Fault promotion(Duration at, std::uint16_t node = 1) {
  return on_node(FaultKind::promote, at, node);
}

Fault for_client(Fault fault, std::uint16_t client) {
  fault.client = ClientId{client};
  return fault;
}

/// The node that ran the client's first claim.
NodeId asked_first(const Trace& trace, std::uint16_t client) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::ran && trace[i].client == ClientId{client})
      return trace[i].node;
  return no_node;
}

TEST(SplitBrain, WhoIsToldAsksTheNewMasterAndTheOthersTheOldOne) {
  Scenario scenario = replicated();
  scenario.faults = {for_client(promotion(10ms), 1)};
  const Trace trace = simulate(scenario);
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
  Scenario scenario = replicated();
  scenario.faults = {for_ms(for_client(promotion(10ms), 1), 25ms)};
  const Trace trace = simulate(scenario);
  const Event* const demoted = first(trace, EventKind::node_demoted);
  ASSERT_NE(demoted, nullptr);
  EXPECT_EQ(demoted->at, 35'000);
  EXPECT_EQ(demoted->node, NodeId{0});
  bool lost = false;
  for (std::size_t i = 0; i < trace.size(); ++i)
    lost |=
        trace[i].kind == EventKind::key_lost && trace[i].node == NodeId{0} && trace[i].at >= 35'000;
  EXPECT_TRUE(lost) << "it is synchronised with n2, which knows Bob's key";
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::sent && trace[i].at > 35'000) {
      EXPECT_EQ(trace[i].node, NodeId{1}) << "everybody has been told";
    }
}

TEST(SplitBrain, ClientsMoveOneByOneAndAPromotionForAllEndsIt) {
  Scenario scenario = replicated();
  scenario.clients[0].start = 50ms;
  scenario.faults = {for_client(promotion(10ms), 1), for_client(promotion(30ms), 0),
                     promotion(200ms)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(asked_first(trace, 0), NodeId{1}) << "she was told at 30 ms";
  EXPECT_EQ(check(trace).front().kept, Kept::kept);
  ASSERT_EQ(count(trace, EventKind::node_demoted), 1u);
  EXPECT_EQ(first(trace, EventKind::node_demoted)->at, 200'000);
  EXPECT_EQ(count(trace, EventKind::node_promoted), 3u);
}

TEST(SplitBrain, AnOldMasterThatNeverKnewIsAMasterAlsoWhenItIsBack) {
  Scenario scenario = replicated();
  Fault dies = on_node(FaultKind::kill, 5ms);
  dies.restart_after = 30ms;
  Fault untold = promotion(10ms);
  untold.untold = true;
  for (const bool told : {false, true}) {
    scenario.faults = {dies, told ? promotion(10ms) : untold};
    const Trace trace = simulate(scenario);
    EXPECT_EQ(count(trace, EventKind::node_demoted), told ? 1u : 0u);
    EXPECT_EQ(asked_first(trace, 0), NodeId{1}) << "all clients are told";
    Families families(trace.info);
    for (std::size_t i = 0; i < trace.size(); ++i) families.on(trace[i]);
    EXPECT_EQ(families.master(NodeId{0}), told ? NodeId{1} : no_node);
    EXPECT_EQ(families.master(NodeId{2}), NodeId{1});
  }
}

TEST(Promotion, MayTakeItsTime) {
  Scenario scenario = replicated();
  scenario.faults = {on_node(FaultKind::kill, 5ms), promotion(5ms)};
  scenario.faults[1].after = 60ms;
  const Trace trace = simulate(scenario);
  ASSERT_EQ(count(trace, EventKind::node_promoted), 1u);
  EXPECT_EQ(first(trace, EventKind::node_promoted)->at, 65'000);
  EXPECT_GT(first(trace, EventKind::entered)->at, 65'000) << "until then nobody answers";
}

TEST(Promotion, OfAReplicaThatIsDeadByThenDoesNothing) {
  Scenario scenario = replicated();
  scenario.faults = {promotion(5ms), on_node(FaultKind::kill, 30ms, 1)};
  scenario.faults[0].after = 60ms;
  EXPECT_EQ(count(simulate(scenario), EventKind::node_promoted), 0u);
}

TEST(SplitBrain, OfANodeThatIsPromotedAwayEndsWithIt) {
  // n2 splits from n1, and n3 takes n2's place: there is one master again.
  Scenario scenario = replicated();
  scenario.faults = {for_client(promotion(5ms), 1), promotion(12ms, 2)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::node_demoted), 2u);
  EXPECT_EQ(asked_first(trace, 0), NodeId{2});
  EXPECT_EQ(asked_first(trace, 1), NodeId{2});
  EXPECT_EQ(check(trace).front().kept, Kept::kept);
}

}  // namespace
}  // namespace locklab::sim
