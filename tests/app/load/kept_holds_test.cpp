// The holds that a generator keeps so that a merge can compare them.
#include "app/load/kept_holds.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace locklab::app {
namespace {

constexpr std::int64_t zero_us = 1'000'000;

Hold lasting(std::int64_t entered_us, std::int64_t left_us) {
  return {.client = 3,
          .wanted_us = zero_us + entered_us - 5,
          .entered_us = zero_us + entered_us,
          .left_us = zero_us + left_us};
}

TEST(KeptHolds, AllAreKeptWhileThereIsRoomWithTimesSinceTheBeginning) {
  KeptHolds kept(10, zero_us);
  for (int i = 0; i < 10; ++i) kept.add(7, lasting(i * 30'000, i * 30'000 + 10));
  ASSERT_EQ(kept.holds().size(), 10u);
  EXPECT_EQ(kept.one_slice_of(), 1u);
  EXPECT_EQ(kept.holds()[1].lock, 7u);
  EXPECT_EQ(kept.holds()[1].hold.wanted_us, 29'995);
  EXPECT_EQ(kept.holds()[1].hold.left_us, 30'010);
}

TEST(KeptHolds, TooManyAreThinnedBySlicesOverTheWholeTime) {
  KeptHolds kept(1'000, zero_us);
  for (std::int64_t at = 0; at < 10'000'000; at += 1'000) kept.add(0, lasting(at, at + 900));
  EXPECT_EQ(kept.seen(), 10'000u);
  EXPECT_LE(kept.holds().size(), 1'000u);
  EXPECT_GT(kept.holds().size(), 300u);
  EXPECT_GT(kept.holds().back().hold.entered_us, 9'000'000);
  EXPECT_EQ(kept.dropped(), 0u);
  for (const KeptHold& one : kept.holds())
    EXPECT_EQ(
        one.hold.entered_us / KeptHolds::slice_us % static_cast<std::int64_t>(kept.one_slice_of()),
        0);
}

TEST(KeptHolds, AHoldThatTouchesAKeptSliceIsKeptWhereverItBegan) {
  KeptHolds kept(100, zero_us);
  kept.thin_to(8);
  kept.add(0, lasting(15'000, 25'000));
  EXPECT_TRUE(kept.holds().empty());
  kept.add(0, lasting(15'000, 80'000));
  EXPECT_EQ(kept.holds().size(), 1u);
  kept.add(0, lasting(79'000, 79'500));
  EXPECT_EQ(kept.holds().size(), 1u);
}

TEST(KeptHolds, ThreadsAreBroughtToTheCoarsestSlices) {
  KeptHolds fine(1'000, zero_us);
  KeptHolds coarse(1'000, zero_us);
  coarse.thin_to(4);
  for (std::int64_t slice = 0; slice < 16; ++slice) {
    fine.add(0, lasting(slice * KeptHolds::slice_us, slice * KeptHolds::slice_us + 1));
    coarse.add(1, lasting(slice * KeptHolds::slice_us, slice * KeptHolds::slice_us + 1));
  }
  fine.add(coarse);
  EXPECT_EQ(fine.one_slice_of(), 4u);
  EXPECT_EQ(fine.holds().size(), 8u);
  EXPECT_EQ(fine.seen(), 32u);
}

TEST(KeptHolds, EvenEndlessHoldsAreBounded) {
  KeptHolds kept(50, zero_us);
  for (int i = 0; i < 200; ++i) kept.add(0, lasting(0, 100'000'000'000));
  EXPECT_EQ(kept.holds().size(), 50u);
  EXPECT_EQ(kept.dropped(), 150u);
}

}  // namespace
}  // namespace locklab::app
