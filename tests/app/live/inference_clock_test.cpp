// Inferred key changes on servers whose clocks are set, or that look at no clock for a while.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "app/live/inference/inference.h"
#include "tests/support/inference_story.h"

namespace locklab::app {
namespace {

using test::alice;
using test::bob;
using test::claim;
using test::ok;
using test::owner_release;
using testing::ElementsAre;

using InferenceClock = test::InferenceStory;

constexpr NodeId the_node{0};
constexpr const char* alices_claim = "key_set alice [0..2] T1 for 100";

struct AClaimedKey : test::InferenceStory {
  AClaimedKey() { does(alice, claim("T1"), ok, 0, 2); }
};

TEST_F(AClaimedKey, AJumpForwardEndsTheLeasesThatAreOverByIt) {
  clock_is(the_node, 200, 49, 50);
  does(bob, claim("T2"), ok, 51, 53);
  EXPECT_THAT(told(),
              ElementsAre(alices_claim, "key_expired [49..50]", "key_set bob [51..53] T2 for 100"));
  later(200);
  EXPECT_THAT(told().back(), "key_expired [151..154]") << "a new lease is a whole one";
  EXPECT_TRUE(in_order());
}

TEST_F(AClaimedKey, AJumpForwardShortensWhatIsLeft) {
  clock_is(the_node, 40, 10, 10);
  later(62);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
  later(70);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [60..63]"));
}

TEST_F(AClaimedKey, AJumpBackLetsItRunOn) {
  clock_is(the_node, -50, 10, 10);
  later(152);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
  later(200);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [150..153]"));
}

TEST_F(AClaimedKey, WhatIsOverDoesNotComeBack) {
  clock_is(the_node, 200, 50, 50);
  clock_is(the_node, 0, 60, 60);
  later(70);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [50..50]"));
}

TEST_F(AClaimedKey, IsOverEarlyByAFastClock) {
  clock_is(the_node, 0, 10, 10, 500'000);
  later(300);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [70..72]"));
}

TEST_F(AClaimedKey, IsOverLateByASlowClock) {
  clock_is(the_node, 0, 10, 10, -500'000);
  later(300);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [190..196]"));
}

TEST_F(InferenceClock, ALeaseGivenAroundAJumpEndsByEitherTime) {
  const std::uint32_t message = sends(alice, claim("T1"), 10);
  clock_is(the_node, 30, 11, 11);
  receives(message, ok, 12);
  later(300);
  EXPECT_THAT(told(), ElementsAre("key_set alice [10..12] T1 for 100", "key_expired [80..113]"));
}

TEST_F(AClaimedKey, AFrozenServerSeesNoJumpThatIsUndoneBeforeItWakes) {
  stops(the_node, 20);
  clock_is(the_node, 200, 30, 30);
  later(35);
  clock_is(the_node, 0, 40, 40);
  goes_on(the_node, 50);
  later(60);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
  later(150);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [100..103]"));
}

TEST_F(AClaimedKey, AFrozenServerEndsItsLeasesWhenItWakes) {
  stops(the_node, 20);
  later(150);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
  EXPECT_EQ(inference().next_expiry_us(), std::nullopt);
  goes_on(the_node, 160);
  later(161);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [100..160]"));
}

TEST_F(AClaimedKey, ARestartedServerEndsItsLeasesAsItStarts) {
  is_killed(the_node, 20);
  later(150);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
  is_back(the_node, 160);
  EXPECT_THAT(told(), ElementsAre(alices_claim, "key_expired [100..150]")) << "before it is back";
}

TEST_F(InferenceClock, AReplyReadLateIsOfALeaseThatAJumpHasEnded) {
  const std::uint32_t message = sends(alice, claim("T1"), 0);
  clock_is(the_node, 200, 20, 20);
  does(bob, claim("T2"), ok, 30, 31);
  receives(message, ok, 50);
  EXPECT_THAT(told(), ElementsAre("key_set bob [30..31] T2 for 100"))
      << "alice did not take it from bob";
  does(bob, owner_release("T2"), Reply::number(1), 60, 61);
  EXPECT_THAT(told().back(), "key_deleted bob [60..61]");
}

TEST_F(AClaimedKey, OneServersClockEndsNoLeaseOnAnother) {
  clock_is(NodeId{1}, 200, 50, 50);
  later(90);
  EXPECT_THAT(told(), ElementsAre(alices_claim));
}

}  // namespace
}  // namespace locklab::app
