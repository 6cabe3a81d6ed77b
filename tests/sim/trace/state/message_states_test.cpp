#include "sim/trace/state/message_states.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

MessageStates messages_after(const Forged& forged) { return after<MessageStates>(forged); }

TEST(MessageStates, AMessageIsOnItsWayUntilItsReplyIsRead) {
  Forged f;
  f.by("alice").sent(Purpose::claim);
  EXPECT_TRUE(messages_after(f).all().at(0).on_its_way());
  EXPECT_EQ(messages_after(f.ran()).all().at(0).ran, 1u);
  f.received();
  ASSERT_TRUE(messages_after(f).latest());
  EXPECT_EQ(messages_after(f).latest()->received, 2u);
  EXPECT_FALSE(messages_after(f).all().at(0).on_its_way());  // still listed just after it arrived
  EXPECT_TRUE(messages_after(f.ended()).all().empty());
}

TEST(MessageStates, WhatIsGivenUpStaysOnItsWayUntilItIsLost) {
  Forged f;
  f.by("alice").sent(Purpose::claim).timed_out();
  EXPECT_TRUE(messages_after(f).all().at(0).on_its_way());
  EXPECT_FALSE(messages_after(f).all().at(0).awaited);
  f.message_lost();
  EXPECT_TRUE(messages_after(f).latest()->lost());
  EXPECT_TRUE(messages_after(f.ended()).all().empty());
}

TEST(MessageStates, WhatIsLostIsWaitedForUntilItIsGivenUp) {
  Forged f;
  f.by("alice").sent(Purpose::claim).message_lost();
  EXPECT_FALSE(messages_after(f.attempt()).all().at(0).on_its_way());
  f.timed_out();
  EXPECT_EQ(messages_after(f).latest()->request_lost, 1u);
  EXPECT_EQ(messages_after(f).latest()->timed_out, 3u);
  EXPECT_TRUE(messages_after(f.ended()).all().empty());
}

TEST(MessageStates, TheDeadWaitForNothing) {
  Forged f;
  f.by("alice").sent(Purpose::claim).message_lost().sent(Purpose::claim).crashed();
  ASSERT_EQ(messages_after(f).all().size(), 1u);
  EXPECT_TRUE(messages_after(f).all()[0].on_its_way());
}

TEST(MessageStates, TheNodesWorkEndsWithItsLastEventThere) {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").by("alice").sent(Purpose::claim).ran().key_set(50ms);
  EXPECT_EQ(messages_after(f).latest()->done, 2u);
  f.on("n2").key_set(50ms);
  EXPECT_EQ(messages_after(f).all().at(0).done, 2u);
  EXPECT_FALSE(messages_after(f).latest());
}

TEST(MessageStates, NumbersThatWereNeverSentAreNoMessages) {
  Forged f;
  f.by("alice").message(7).ran().received();
  EXPECT_TRUE(messages_after(f).all().empty());
}

TEST(MessageStates, OfWhatNobodyHearsOfAgainOnlyTheLatestAreRemembered) {
  Forged f;
  f.by("alice");
  for (int i = 0; i < 2000; ++i) f.sent(Purpose::claim).timed_out();
  EXPECT_EQ(messages_after(f).all().size(), 256u);
  EXPECT_EQ(messages_after(f).all().back().number, 2000u);
}

}  // namespace
}  // namespace locklab::sim
