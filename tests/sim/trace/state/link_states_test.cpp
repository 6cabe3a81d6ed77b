#include "sim/trace/state/link_states.h"

#include <gtest/gtest.h>

#include "tests/support/forged_trace.h"
#include "tests/support/players.h"

namespace locklab::sim {
namespace {

using namespace players;

/// Faults of alice's link to n1, unless said otherwise.
Forged links() {
  Forged f;
  f.nodes({"n1", "n2"}).clients({"alice", "bob"}).by("alice").on("n1");
  return f;
}

LinkStates links_after(const Forged& forged) {
  LinkStates states;
  for (std::size_t i = 0; i < forged.trace().size(); ++i) states.on(forged.trace()[i]);
  return states;
}

LinkState link_after(const Forged& forged) { return links_after(forged).at(alice, n1); }

Event link_event(EventKind kind, ClientId client, NodeId node, std::uint8_t ways = 3) {
  Event event;
  event.kind = kind;
  event.client = client;
  event.node = node;
  event.detail = ways;
  return event;
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
  Event requests = link_event(EventKind::link_cut, alice, n1, 1);
  requests.fault = 1;
  Event replies = link_event(EventKind::link_cut, alice, n1, 2);
  replies.fault = 2;
  states.on(requests);
  states.on(replies);
  EXPECT_EQ(states.at(alice, n1).cut, 3);
  replies.kind = EventKind::link_healed;
  states.on(replies);
  EXPECT_EQ(states.at(alice, n1).cut, 1);
}

TEST(LinkStates, CutsOfBothDirectionsWithoutATokenAreOneCut) {
  LinkStates states;
  states.on(link_event(EventKind::link_cut, alice, n1, 1));
  states.on(link_event(EventKind::link_cut, alice, n1, 2));
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
  states.on(link_event(EventKind::link_cut, no_client, n1));
  EXPECT_TRUE(states.broken(alice, n1));
  EXPECT_TRUE(states.broken(bob, n1));
  states.on(link_event(EventKind::link_healed, alice, n1));
  EXPECT_FALSE(states.broken(alice, n1));
  EXPECT_TRUE(states.broken(bob, n1));
  states.on(link_event(EventKind::link_cut, alice, n1));
  EXPECT_TRUE(states.broken(alice, n1));
  states.on(link_event(EventKind::link_healed, no_client, no_node));
  EXPECT_EQ(states, LinkStates{});
}

TEST(LinkStates, ASlowNeitherCutsNorHolds) {
  Forged f = links();
  EXPECT_FALSE(links_after(f.slowed(20ms)).broken(alice, n1));
}

}  // namespace
}  // namespace locklab::sim
