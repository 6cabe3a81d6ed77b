#include "sim/world/scheduled.h"
#include "sim/scenario/schedule.h"

#include <gtest/gtest.h>

namespace locklab::sim {
namespace {

TEST(Schedule, IsReadAsItIsWritten) {
  const Schedule schedule{{{17, 1, 3}, {40, 1, 2}}, {}};
  EXPECT_EQ(to_string(schedule), "17:2/3 40:2/2");
  EXPECT_EQ(schedule_from("17:2/3 40:2/2"), schedule);
  EXPECT_EQ(schedule_from(""), Schedule{});
  const Schedule with_times{{{17, 1, 3}}, {{0, 10'000}, {3, 9'050}}};
  EXPECT_EQ(to_string(with_times), "17:2/3 0=10 3=9.05");
  EXPECT_EQ(schedule_from("17:2/3 0=10 3=9.05"), with_times);
}

TEST(Schedule, ThatCannotBeIsRefused) {
  for (const char* text : {// unfinished
                           "x", "17", "17:2", "17:2/", "3=", "3=1.",
                           // an impossible choice, or the usual one
                           "17:3/2", "17:1/2", "17:0/2", "99999999999:2/2", "3=1.2345", "3=-1",
                           // not in order, or not as written
                           "5:2/2,6:2/2", "6:2/2 5:2/2", "5:2/2 5:2/2", " 5:2/2", "5:2/2 ",
                           "3=1 3=2", "3=1 2=1", "3=1 5:2/2"})
    EXPECT_EQ(schedule_from(text), std::nullopt) << text;
}

TEST(Scheduled, GoesTheUsualWayButWhereItIsToldOtherwise) {
  const Schedule schedule{{{1, 2, 3}}, {}};
  Scheduled choice(schedule);
  EXPECT_EQ(choice.pick(2, ""), 0u);
  EXPECT_EQ(choice.pick(1, ""), 0u) << "one way is no decision";
  EXPECT_EQ(choice.pick(3, ""), 2u);
  EXPECT_EQ(choice.pick(3, ""), 0u);
  EXPECT_FALSE(choice.left_the_path());
}

TEST(Scheduled, LeavesThePathWhereADecisionHasOtherWays) {
  const Schedule schedule{{{0, 1, 3}, {1, 1, 2}}, {}};
  Scheduled choice(schedule);
  EXPECT_EQ(choice.pick(2, ""), 0u);
  EXPECT_TRUE(choice.left_the_path());
  EXPECT_EQ(choice.pick(2, ""), 0u) << "nothing of it is taken any more";
}

TEST(Scheduled, TakesTheUsualAmountUnlessItIsTold) {
  const Schedule schedule{{}, {{1, 250}, {2, 1500}}};
  Scheduled choice(schedule);
  EXPECT_EQ(choice.amount(1000, 500, ""), 500u);
  EXPECT_EQ(choice.amount(1000, 500, ""), 250u);
  EXPECT_EQ(choice.amount(1000, 500, ""), 1000u) << "there is no more";
  EXPECT_EQ(choice.amount(1000, 500, ""), 500u);
}

}  // namespace
}  // namespace locklab::sim
