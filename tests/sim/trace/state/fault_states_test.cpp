// Each event of a fault reaches the part that it concerns, and only that one.
#include "sim/trace/state/fault_states.h"

#include <gtest/gtest.h>

#include "tests/support/forged_trace.h"
#include "tests/support/players.h"

namespace locklab::sim {
namespace {

using namespace players;

Forged cluster() { return std::move(Forged().nodes({"n1", "n2"}).by("alice").on("n1")); }

FaultStates states_after(const Forged& forged) {
  FaultStates states(forged.trace().info);
  for (std::size_t i = 0; i < forged.trace().size(); ++i) states.on(forged.trace()[i]);
  return states;
}

TEST(FaultStates, AFaultOfAClientLeavesNodesAndLinksAlone) {
  Forged f = cluster();
  const FaultStates before = states_after(f);
  const FaultStates after = states_after(f.token(1).paused());
  EXPECT_TRUE(after.clients().paused(alice));
  EXPECT_EQ(after.nodes(), before.nodes());
  EXPECT_EQ(after.links(), before.links());
}

TEST(FaultStates, AFaultOfANodeLeavesClientsAndLinksAlone) {
  Forged f = cluster();
  const FaultStates before = states_after(f);
  const FaultStates after = states_after(f.token(1).killed());
  EXPECT_FALSE(after.nodes() == before.nodes());
  EXPECT_EQ(after.clients(), before.clients());
  EXPECT_EQ(after.links(), before.links());
}

TEST(FaultStates, AFaultOfALinkLeavesClientsAndNodesAlone) {
  Forged f = cluster();
  const FaultStates before = states_after(f);
  const FaultStates after = states_after(f.token(1).cut());
  EXPECT_FALSE(after.links() == before.links());
  EXPECT_EQ(after.clients(), before.clients());
  EXPECT_EQ(after.nodes(), before.nodes());
}

TEST(FaultStates, ACutWithoutItsDirectionsIsOneOfBoth) {
  Forged f = cluster();
  FaultStates states = states_after(f);
  Event cut;
  cut.kind = EventKind::link_cut;
  cut.client = alice;
  cut.node = n1;
  states.on(cut);
  EXPECT_EQ(states.links().at(alice, n1), (LinkState{3, 0, 0}));
}

TEST(FaultStates, WhatIsNoFaultChangesNothing) {
  Forged f = cluster();
  const FaultStates before = states_after(f);
  f.gets_in().read(3).wrote(2).gets_out().key_set(50ms).key_deleted().client_clock(3ms);
  f.node_clock(5ms).finished().ended();
  EXPECT_EQ(states_after(f), before);
}

}  // namespace
}  // namespace locklab::sim
