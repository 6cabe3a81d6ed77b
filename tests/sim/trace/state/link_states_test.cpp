#include "sim/trace/state/link_states.h"

#include <gtest/gtest.h>

#include "sim/trace/state/fault_states.h"
#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

/// A history whose faults are of alice's link to n1, until `by` or `on` changes that.
Forged links() {
  Forged f;
  f.nodes({"n1", "n2"}).clients({"alice", "bob"}).by("alice").on("n1");
  return f;
}

LinkStates links_after(const Forged& forged) { return after<FaultStates>(forged).links(); }

LinkState link_after(const Forged& forged) { return links_after(forged).at(alice, n1); }

StandingLinkFault cut(ClientId client, NodeId node, std::uint8_t ways = 3,
                      std::uint16_t token = 0) {
  return {{client, node}, StandingLinkFault::Kind::cut, token, ways};
}

TEST(LinkStates, EachFaultEndsOnlyItself) {
  Forged f = links();
  f.token(1).cut().token(2).cut().token(3).slowed(20ms);
  f.token(4).link_fault(EventKind::link_held);
  EXPECT_EQ(link_after(f), (LinkState{3, 3, 20'000}));
  EXPECT_EQ(link_after(f.token(1).link_fault(EventKind::link_healed)), (LinkState{3, 3, 20'000}));
  EXPECT_EQ(link_after(f.token(2).link_fault(EventKind::link_healed)), (LinkState{0, 3, 20'000}));
  EXPECT_EQ(link_after(f.token(4).link_fault(EventKind::link_released)), (LinkState{0, 0, 20'000}));
  EXPECT_EQ(link_after(f.token(3).link_fault(EventKind::link_healed)), LinkState{});
  EXPECT_TRUE(links_after(f).standing().empty());
}

TEST(LinkStates, AHealWithoutATokenEndsCutsSlowsAndHolds) {
  Forged f = links();
  f.token(1).cut().token(2).slowed(20ms).token(3).link_fault(EventKind::link_held).cut();
  EXPECT_EQ(link_after(f.link_fault(EventKind::link_healed)), LinkState{});
}

TEST(LinkStates, AReleaseWithoutATokenEndsHoldsOnly) {
  Forged f = links();
  f.token(1).cut().token(2).slowed(5ms).token(3).link_fault(EventKind::link_held);
  f.link_fault(EventKind::link_held).link_fault(EventKind::link_released);
  EXPECT_EQ(link_after(f), (LinkState{3, 0, 5'000}));
}

TEST(LinkStates, SlowsAddUp) {
  Forged f = links();
  f.token(1).slowed(20ms).token(2).slowed(5ms);
  EXPECT_EQ(link_after(f).slowed_us, 25'000);
  EXPECT_EQ(link_after(f.token(1).link_fault(EventKind::link_healed)).slowed_us, 5'000);
}

TEST(LinkStates, SlowsWithoutATokenAreOneAndTheLatestCounts) {
  Forged f = links();
  f.slowed(20ms).slowed(5ms);
  EXPECT_EQ(link_after(f).slowed_us, 5'000);
}

TEST(LinkStates, DirectionsComposeAndEndBySide) {
  LinkStates states;
  states.begin(cut(alice, n1, 1, 1));
  states.begin(cut(alice, n1, 2, 2));
  EXPECT_EQ(states.at(alice, n1).cut, 3);
  states.heal({alice, n1}, 2);
  EXPECT_EQ(states.at(alice, n1).cut, 1);
}

TEST(LinkStates, CutsOfBothDirectionsWithoutATokenAreOneCut) {
  LinkStates states;
  states.begin(cut(alice, n1, 1));
  states.begin(cut(alice, n1, 2));
  EXPECT_EQ(states.at(alice, n1).cut, 3);
}

TEST(LinkStates, OtherLinksAreSound) {
  Forged f = links();
  f.cut();
  EXPECT_FALSE(links_after(f).broken(bob, n1));
  EXPECT_FALSE(links_after(f).broken(alice, n2));
  EXPECT_FALSE(links_after(f).broken(alice, resource_node));
  EXPECT_TRUE(links_after(f).broken(alice, n1));
}

TEST(LinkStates, WhatIsDoneToEveryLinkIsLiftedFromOneAlone) {
  LinkStates states;
  states.begin(cut(no_client, n1));
  EXPECT_TRUE(states.broken(alice, n1));
  EXPECT_TRUE(states.broken(bob, n1));
  states.heal({alice, n1}, 0);
  EXPECT_FALSE(states.broken(alice, n1));
  EXPECT_TRUE(states.broken(bob, n1));
  states.begin(cut(alice, n1));
  EXPECT_TRUE(states.broken(alice, n1));
  states.heal({no_client, no_node}, 0);
  EXPECT_EQ(states, LinkStates{});
}

TEST(LinkStates, ASlowNeitherCutsNorHolds) {
  Forged f = links();
  EXPECT_FALSE(links_after(f.slowed(20ms)).broken(alice, n1));
}

}  // namespace
}  // namespace locklab::sim
