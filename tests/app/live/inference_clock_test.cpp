// What is inferred of servers whose clocks are set, and of those that look at no clock for a while.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "app/live/inference.h"
#include "tests/support/inference_story.h"

namespace locklab::app {
namespace {

using test::alice;
using test::bob;
using test::claim;
using test::ok;
using test::owner_release;
using testing::ElementsAre;

using Story = test::InferenceStory;

constexpr NodeId the_node{0};
constexpr const char* alices_claim = "key_set alice [0..2] T1 for 100";

TEST(InferenceClock, AJumpForwardEndsTheLeasesThatAreOverByIt) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.clock_is(the_node, 200, 49, 50);
  story.does(bob, claim("T2"), ok, 51, 53);
  EXPECT_THAT(story.told(),
              ElementsAre(alices_claim, "key_expired [49..50]", "key_set bob [51..53] T2 for 100"));
  story.later(200);
  EXPECT_THAT(story.told().back(), "key_expired [151..154]") << "a new lease is a whole one";
  EXPECT_TRUE(story.in_order());
}

TEST(InferenceClock, AJumpForwardShortensWhatIsLeft) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.clock_is(the_node, 40, 10, 10);
  story.later(62);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
  story.later(70);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [60..63]"));
}

TEST(InferenceClock, AJumpBackLetsItRunOn) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.clock_is(the_node, -50, 10, 10);
  story.later(152);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
  story.later(200);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [150..153]"));
}

TEST(InferenceClock, WhatIsOverDoesNotComeBack) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.clock_is(the_node, 200, 50, 50);
  story.clock_is(the_node, 0, 60, 60);
  story.later(70);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [50..50]"));
}

TEST(InferenceClock, AFastOneEndsLeasesEarlyAndASlowOneLate) {
  for (const auto& [ppm, expired] :
       {std::pair{500'000, "key_expired [70..72]"}, {-500'000, "key_expired [190..196]"}}) {
    Story story;
    story.does(alice, claim("T1"), ok, 0, 2);
    story.clock_is(the_node, 0, 10, 10, ppm);
    story.later(300);
    EXPECT_THAT(story.told(), ElementsAre(alices_claim, expired));
  }
}

TEST(InferenceClock, ALeaseGivenAroundAJumpEndsByEitherTime) {
  Story story;
  const std::uint32_t message = story.sends(alice, claim("T1"), 10);
  story.clock_is(the_node, 30, 11, 11);
  story.receives(message, ok, 12);
  story.later(300);
  EXPECT_THAT(story.told(),
              ElementsAre("key_set alice [10..12] T1 for 100", "key_expired [80..113]"));
}

TEST(InferenceClock, AFrozenServerSeesNoJumpThatIsUndoneBeforeItWakes) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.stops(the_node, 20);
  story.clock_is(the_node, 200, 30, 30);
  story.later(35);
  story.clock_is(the_node, 0, 40, 40);
  story.goes_on(the_node, 50);
  story.later(60);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
  story.later(150);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [100..103]"));
}

TEST(InferenceClock, AFrozenServerEndsItsLeasesWhenItWakes) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.stops(the_node, 20);
  story.later(150);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
  EXPECT_EQ(story.inference().next_expiry_us(), std::nullopt);
  story.goes_on(the_node, 160);
  story.later(161);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [100..160]"));
}

TEST(InferenceClock, ARestartedServerEndsItsLeasesAsItStarts) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.is_killed(the_node, 20);
  story.later(150);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
  story.is_back(the_node, 160);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim, "key_expired [100..150]"))
      << "before it is back";
}

TEST(InferenceClock, AReplyReadLateIsOfALeaseThatAJumpHasEnded) {
  Story story;
  const std::uint32_t message = story.sends(alice, claim("T1"), 0);
  story.clock_is(the_node, 200, 20, 20);
  story.does(bob, claim("T2"), ok, 30, 31);
  story.receives(message, ok, 50);
  EXPECT_THAT(story.told(), ElementsAre("key_set bob [30..31] T2 for 100"))
      << "alice did not take it from bob";
  story.does(bob, owner_release("T2"), Reply::number(1), 60, 61);
  EXPECT_THAT(story.told().back(), "key_deleted bob [60..61]");
}

TEST(InferenceClock, OneServersClockEndsNoLeaseOnAnother) {
  Story story;
  story.does(alice, claim("T1"), ok, 0, 2);
  story.clock_is(NodeId{1}, 200, 50, 50);
  story.later(90);
  EXPECT_THAT(story.told(), ElementsAre(alices_claim));
}

}  // namespace
}  // namespace locklab::app
