#include "sim/trace/state/node_states.h"

#include <gtest/gtest.h>

#include "sim/trace/state/fault_states.h"
#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

NodeCondition condition_after(const Forged& forged) {
  const NodeStates nodes = after<FaultStates>(forged).nodes();
  EXPECT_EQ(nodes.down(n1), nodes.condition(n1) != NodeCondition::up);
  return nodes.condition(n1);
}

TEST(NodeStates, ANodeIsFrozenWhileAnyStopOfItStands) {
  Forged f;
  f.token(1).node_fault(EventKind::node_stopped).token(2).node_fault(EventKind::node_stopped);
  EXPECT_EQ(condition_after(f.token(2).node_fault(EventKind::node_continued)),
            NodeCondition::frozen);
  EXPECT_EQ(condition_after(f.token(1).node_fault(EventKind::node_continued)), NodeCondition::up);
}

TEST(NodeStates, AKilledProcessIsDeadAndNotFrozen) {
  Forged f;
  f.token(1).node_fault(EventKind::node_stopped).token(2).killed();
  EXPECT_EQ(condition_after(f), NodeCondition::killed);
  EXPECT_EQ(condition_after(f.token(1).node_fault(EventKind::node_continued)),
            NodeCondition::killed);
  EXPECT_EQ(condition_after(f.token(2).node_fault(EventKind::node_restarted)), NodeCondition::up);
}

TEST(NodeStates, ARestartThatWasMeantForAnEarlierKillStartsNothing) {
  Forged f;
  f.token(1).killed().node_fault(EventKind::node_restarted).token(2).killed();
  EXPECT_EQ(condition_after(f.token(1).node_fault(EventKind::node_restarted)),
            NodeCondition::killed);
  EXPECT_EQ(condition_after(f.node_fault(EventKind::node_restarted)), NodeCondition::up);
}

TEST(NodeStates, TheEndOfAKillThatIsOverWakesNoFrozenNode) {
  Forged f;
  f.token(1).killed().node_fault(EventKind::node_restarted);
  f.token(2).node_fault(EventKind::node_stopped).token(1).node_fault(EventKind::node_restarted);
  EXPECT_EQ(condition_after(f), NodeCondition::frozen);
}

TEST(NodeStates, WithoutPowerIsMoreThanKilled) {
  Forged f;
  f.killed().power_lost();
  EXPECT_EQ(condition_after(f), NodeCondition::without_power);
  EXPECT_EQ(condition_after(f.killed()), NodeCondition::without_power);
  EXPECT_EQ(condition_after(f.node_fault(EventKind::node_restarted)), NodeCondition::up);
}

TEST(NodeStates, ABusyNodeIsStillBusyWhenItGoesOn) {
  Forged f;
  f.node_fault(EventKind::node_busy).node_fault(EventKind::node_stopped);
  EXPECT_EQ(condition_after(f), NodeCondition::frozen);
  EXPECT_EQ(condition_after(f.node_fault(EventKind::node_continued)), NodeCondition::busy);
  EXPECT_EQ(condition_after(f.killed().node_fault(EventKind::node_restarted)), NodeCondition::up);
}

TEST(NodeStates, ANodeThatRefusesWritesIsUpAndGrantsNothingUntilAllReasonsHaveEnded) {
  NodeStates nodes(1);
  nodes.refuse(n1, 1);
  nodes.refuse(n1, 2);
  nodes.accept(n1, 1);
  EXPECT_EQ(nodes.condition(n1), NodeCondition::refusing);
  EXPECT_FALSE(nodes.down(n1));
  EXPECT_TRUE(nodes.grants_nothing(n1));
  nodes.accept(n1, 2);
  EXPECT_EQ(nodes, NodeStates(1));
  nodes.refuse(n1, 3);
  nodes.kill(n1, 4, false);
  nodes.refuse(n1, 5);
  nodes.restart(n1, 4);
  EXPECT_EQ(nodes, NodeStates(1)) << "a new process writes";
}

TEST(NodeStates, TheResourceAndUnknownNodesAreUp) {
  const NodeStates nodes(Forged().trace().info.nodes.size());
  EXPECT_FALSE(nodes.down(resource_node));
  EXPECT_FALSE(nodes.down(no_node));
  EXPECT_EQ(nodes.condition(NodeId{9}), NodeCondition::up);
}

}  // namespace
}  // namespace locklab::sim
