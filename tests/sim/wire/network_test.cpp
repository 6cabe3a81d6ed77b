// The network by itself: what it delivers to either end and when, and the effect of faults on that.
// It carries bytes, and knows neither programs of clients nor services.
#include "sim/wire/network.h"

#include <gmock/gmock.h>

#include "tests/support/golden_text.h"
#include "tests/support/wire_by_hand.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LinkFault fault_of(FaultKind kind, FaultToken token, Duration by = {}) {
  LinkFault fault;
  fault.kind = kind;
  fault.by = by;
  fault.token = token;
  fault.all = kind == FaultKind::hold;
  fault.still = 1;
  return fault;
}

LinkFault cut_of_replies() {
  LinkFault cut = fault_of(FaultKind::cut, 1);
  cut.requests = false;
  return cut;
}

struct Wire : testing::Test {
  WireByHand wire;
};

TEST_F(Wire, ARequestAndItsReplyEachTakeTheLinksLatency) {
  wire.send("PING");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("1000 PING at n0"));
  wire.pass(500us);
  wire.answer(*wire.arrived.front(), "PONG");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("2500 reply PONG"));
  EXPECT_EQ(wire.network.live(), 0u);
}

TEST_F(Wire, MessagesOfOneConnectionArriveInTheirOrderThoughOneIsDelayed) {
  wire.strike(fault_of(FaultKind::delay, 1, 5ms));
  wire.send("FIRST");
  wire.send("SECOND");
  wire.send("ELSEWHERE", NodeId{1});
  wire.pass(10ms);
  EXPECT_THAT(wire.take_log(),
              ElementsAre("1000 ELSEWHERE at n1", "6000 FIRST at n0", "6000 SECOND at n0"));
  EXPECT_THAT(wire.events(), ElementsAre("message_delayed"));
}

TEST_F(Wire, SlowsAddUpAndEachEndsOnlyItself) {
  wire.strike(fault_of(FaultKind::slow, 1, 2ms));
  wire.strike(fault_of(FaultKind::slow, 2, 3ms));
  wire.send("BOTH");
  wire.pass(6ms);
  wire.end(FaultKind::slow, 1);
  wire.send("SECOND");
  wire.pass(4ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("6000 BOTH at n0", "10000 SECOND at n0"));
}

TEST_F(Wire, ACutKeepsWhatIsOnItsWayUntilTheLastCutHasEnded) {
  wire.send("BEFORE");
  wire.strike(fault_of(FaultKind::cut, 1));
  wire.strike(fault_of(FaultKind::cut, 2));
  wire.send("AFTER");
  wire.pass(10ms);
  wire.end(FaultKind::cut, 1);
  wire.pass(10ms);
  EXPECT_THAT(wire.take_log(), IsEmpty());
  wire.end(FaultKind::cut, 2);
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("21000 BEFORE at n0", "21000 AFTER at n0"));
}

/// Lets the client drop its connection to the first node, and clears the log.
void give_up(WireByHand& wire) {
  wire.network.drop_connection(ClientId{0}, NodeId{0}, Line::commands, Silence::dropped);
  wire.pass(0ms);
  wire.take_log();
}

TEST_F(Wire, ARequestThatNeverHadAConnectionDoesNotArriveAfterTheCut) {
  for (const bool requests : {true, false}) {  // a handshake needs both directions
    WireByHand wire;
    LinkFault cut = fault_of(FaultKind::cut, 1);
    cut.requests = requests;
    cut.replies = !requests;
    wire.strike(cut);
    wire.send("GHOST");
    wire.pass(5ms);
    give_up(wire);
    EXPECT_THAT(wire.events(), test::IsGolden("of either direction"));
    EXPECT_EQ(wire.network.live(), 0u);
    wire.end(FaultKind::cut, 1);
    wire.send("NEXT");
    wire.pass(5ms);
    EXPECT_THAT(wire.take_log(), ElementsAre("6000 NEXT at n0"));
  }
}

TEST_F(Wire, ARequestOfAConnectionThatWasOpenBeforeTheCutMayComeLate) {
  wire.send("OPENS");
  wire.pass(2ms);
  wire.take_log();
  wire.strike(fault_of(FaultKind::cut, 1));
  wire.send("LATE");
  wire.pass(5ms);
  give_up(wire);
  wire.end(FaultKind::cut, 1);
  wire.pass(5ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("8000 LATE at n0"));
}

TEST_F(Wire, WhoStillWaitsAtTheEndOfTheLastCutIsConnectedThen) {
  wire.strike(cut_of_replies());
  wire.strike(fault_of(FaultKind::cut, 2));
  wire.send("PATIENT");
  wire.pass(5ms);
  wire.end(FaultKind::cut, 2);
  wire.pass(5ms);
  EXPECT_THAT(wire.take_log(), IsEmpty()) << "the other cut still stops the handshake";
  wire.end(FaultKind::cut, 1);
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("11000 PATIENT at n0"));
}

TEST_F(Wire, ANodeThatDiesBehindACutKnowsNothingOfAConnectionThatNeverBegan) {
  wire.strike(fault_of(FaultKind::cut, 1));
  const Exchange& patient = wire.send("PATIENT");
  wire.network.node_died(NodeId{0}, false);
  EXPECT_FALSE(patient.connection->dead_at_node);
  wire.end(FaultKind::cut, 1);
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("1000 PATIENT at n0"));
}

TEST_F(Wire, ACutOfOneDirectionLetsTheOtherPass) {
  wire.send("OPENS");
  wire.strike(cut_of_replies());
  wire.send("PING");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("1000 OPENS at n0", "1000 PING at n0"));
  wire.answer(*wire.arrived.front());
  wire.pass(10ms);
  EXPECT_THAT(wire.take_log(), IsEmpty());
}

TEST_F(Wire, AHoldThatCountsCatchesSoManyAndThoseBehindThem) {
  LinkFault hold = fault_of(FaultKind::hold, 1);
  hold.all = false;
  wire.strike(hold);
  wire.send("CAUGHT");
  wire.send("BEHIND");
  wire.pass(5ms);
  EXPECT_THAT(wire.take_log(), IsEmpty());
  wire.end(FaultKind::hold, 1);
  wire.send("LATER");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(),
              ElementsAre("6000 CAUGHT at n0", "6000 BEHIND at n0", "6000 LATER at n0"));
}

TEST_F(Wire, ADroppedMessageTakesItsConnectionWithIt) {
  wire.send("EARLIER");
  wire.strike(fault_of(FaultKind::drop, 1));
  wire.send("DROPPED");
  wire.pass(0ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("0 over: connection lost", "0 over: connection lost"));
  EXPECT_THAT(wire.events(), test::IsGolden());
  wire.send("NEXT");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("1000 EARLIER at n0", "1000 NEXT at n0"))
      << "what had left goes on, and the next has a connection of its own";
  wire.answer(*wire.arrived.front());
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), IsEmpty()) << "its client has closed that connection";
}

TEST_F(Wire, WhatWasKeptBehindADroppedRequestNeverArrives) {
  wire.send("EARLIER");
  wire.strike(fault_of(FaultKind::cut, 1));
  for (const char* const kept : {"MULTI", "SET", "EXEC"}) wire.send(kept);
  wire.strike(fault_of(FaultKind::hold, 2));
  LinkFault drop = fault_of(FaultKind::drop, 3);
  drop.command = "SET";
  wire.strike(drop);
  wire.end(FaultKind::cut, 1);
  wire.pass(5ms);
  EXPECT_EQ(wire.arrived.size(), 0u) << "the hold keeps what the cut has left";
  wire.end(FaultKind::hold, 2);
  wire.send("NEXT");
  wire.take_log();
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(),
              ElementsAre("6000 EARLIER at n0", "6000 MULTI at n0", "6000 NEXT at n0"));
  EXPECT_THAT(wire.events(), test::IsGolden());
}

TEST_F(Wire, AResetLosesWhatIsOnItsWay) {
  wire.send("PING");
  wire.network.reset(ClientId{0}, NodeId{0});
  wire.pass(5ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("0 over: connection reset"));
  EXPECT_THAT(wire.events(), test::IsGolden());
  EXPECT_EQ(wire.network.live(), 0u);
}

TEST_F(Wire, WhatContinuesATransactionNeverLeavesOnANewConnection) {
  wire.send("MULTI");
  wire.network.reset(ClientId{0}, NodeId{0});
  wire.pass(0ms);
  wire.take_log();
  wire.send("EXEC", NodeId{0}, true);
  wire.pass(5ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("0 over: connection lost"));
  wire.send("NEXT");
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("6000 NEXT at n0"));
}

TEST_F(Wire, ClientsLearnOfANodesDeathAtOnceOrWhenRepliesGetThrough) {
  wire.send("SUBSCRIBE");
  wire.pass(1ms);
  wire.take_log();
  wire.strike(cut_of_replies());
  wire.network.node_died(NodeId{0}, false);
  EXPECT_THAT(wire.take_log(), IsEmpty()) << "the word does not get through";
  wire.end(FaultKind::cut, 1);
  EXPECT_THAT(wire.take_log(), ElementsAre("1000 pushes ended"));
}

TEST_F(Wire, NobodyIsToldThatAPowerLossEndedAConnection) {
  const Exchange& first = wire.send("PING");
  wire.network.node_died(NodeId{0}, true);
  EXPECT_TRUE(first.connection->dead_at_node);
  const Exchange& second = wire.send("PING");
  EXPECT_EQ(first.connection, second.connection) << "its client still uses it";
  EXPECT_THAT(wire.take_log(), IsEmpty());
}

TEST_F(Wire, AFrameIsPushedOnTheConnectionThatListens) {
  const Exchange& subscribed = wire.send("SUBSCRIBE");
  const std::uint32_t connection = subscribed.connection->number;
  wire.send("PING");
  EXPECT_NE(connection,
            wire.network.link(ClientId{0}, NodeId{0}).current[index(Line::commands)]->number);
  EXPECT_TRUE(wire.network.listens(ClientId{0}, NodeId{0}));
  wire.pass(1ms);
  wire.take_log();
  wire.network.answer(wire.network.push(connection, Reply::bulk("news")));
  wire.pass(1ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("2000 pushed news"));
}

TEST_F(Wire, WhoJoinsHasLinksOfItsOwn) {
  const NodeId far = wire.network.add_node("far");
  EXPECT_EQ(wire.network.link(ClientId{1}, far).latency, Duration(7ms)) << "as its scenario says";
  const ClientId late = wire.network.add_client("late");
  EXPECT_EQ(wire.network.link(late, far).latency, Duration(7ms));
  EXPECT_EQ(wire.network.link(late, NodeId{0}).latency, Duration(1ms));
  wire.send("PING", far);
  wire.pass(7ms);
  EXPECT_THAT(wire.take_log(), ElementsAre("7000 PING at n2"));
}

TEST_F(Wire, AKeptMessageThatWillBeLateIsAnotherThanOneThatWillNot) {
  const auto kept = [](bool delayed) {
    WireByHand wire;
    if (delayed) wire.strike(fault_of(FaultKind::delay, 1, 5ms));
    wire.strike(fault_of(FaultKind::hold, 2));
    wire.send("PING");
    return wire.fingerprint();
  };
  EXPECT_EQ(kept(true), kept(true));
  EXPECT_NE(kept(true), kept(false));
}

}  // namespace
}  // namespace locklab::sim
