// Each event of a fault changes the part that it concerns, and no other.
#include "sim/trace/state/fault_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

using namespace players;

Forged cluster() { return std::move(Forged().nodes({"n1", "n2"}).by("alice").on("n1")); }

FaultStates states_after(const Forged& forged) { return after<FaultStates>(forged); }

/// The parts in which two states differ.
std::vector<std::string> changed(const FaultStates& a, const FaultStates& b) {
  std::vector<std::string> parts;
  if (!(a.clients() == b.clients())) parts.emplace_back("clients");
  if (!(a.nodes() == b.nodes())) parts.emplace_back("nodes");
  if (!(a.links() == b.links())) parts.emplace_back("links");
  return parts;
}

TEST(FaultStates, AFaultChangesThePartThatItStrikesAndNoOther) {
  const FaultStates before = states_after(cluster());
  EXPECT_THAT(changed(before, states_after(cluster().token(1).paused())), ElementsAre("clients"));
  EXPECT_THAT(changed(before, states_after(cluster().token(1).killed())), ElementsAre("nodes"));
  EXPECT_THAT(changed(before, states_after(cluster().token(1).cut())), ElementsAre("links"));
  EXPECT_TRUE(states_after(cluster().paused()).clients().paused(alice));
}

TEST(FaultStates, ACutWithoutItsDirectionsIsOneOfBoth) {
  Forged f = cluster();
  FaultStates states = states_after(f);
  states.on({.client = alice, .node = n1, .kind = EventKind::link_cut});
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
