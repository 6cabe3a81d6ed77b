// Whether two sets of measurements differ: planted differences, and noise alone.
#include "app/cli/rank_test.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace locklab::app {
namespace {

/// A skewed distribution with a heavy tail, as times have.
std::vector<double> times(std::mt19937& random, std::size_t count, double factor = 1) {
  std::lognormal_distribution<double> time(3, 0.15);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(factor * time(random));
  return values;
}

TEST(RankTest, KnownSamplesHaveTheProbabilityOfTheTextbook) {
  // All five below all five: 2 of the 252 orders.
  EXPECT_NEAR(compare_ranks({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}).p, 2.0 / 252, 1e-12);
  // Mann and Whitney's table: 3 and 4 samples, U = 1: 4 of 35 orders.
  EXPECT_NEAR(compare_ranks({1, 2, 4}, {3, 5, 6, 7}).p, 4.0 / 35, 1e-12);
  EXPECT_EQ(compare_ranks({1, 1, 1}, {1, 1, 1}).p, 1);
}

TEST(RankTest, NoiseAloneIsCalledADifferenceAtMostOnceInAHundred) {
  for (const std::size_t runs : {5u, 8u, 40u}) {
    std::mt19937 random(7);
    int differs = 0;
    constexpr int tries = 2'000;
    for (int i = 0; i < tries; ++i)
      differs += compare_ranks(times(random, runs), times(random, runs)).differs();
    EXPECT_LE(differs, tries / 100 * 2) << runs << " runs";
  }
}

TEST(RankTest, APlantedDifferenceIsFoundWithItsSize) {
  std::mt19937 random(3);
  int found = 0;
  int covered = 0;
  constexpr int tries = 300;
  for (int i = 0; i < tries; ++i) {
    const RankTest test = compare_ranks(times(random, 8), times(random, 8, 1.5));
    found += test.differs() && test.ratio > 1;
    ASSERT_TRUE(test.interval);
    covered += test.interval->from <= 1.5 && test.interval->to >= 1.5;
  }
  EXPECT_GE(found, tries * 9 / 10);
  EXPECT_GE(covered, tries * 97 / 100);
}

TEST(RankTest, TheIntervalAndTheTestAgree) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const RankTest test = compare_ranks(times(random, 6), times(random, 7, 1.25));
    ASSERT_TRUE(test.interval);
    EXPECT_EQ(test.differs(), test.interval->from > 1 || test.interval->to < 1);
  }
}

TEST(RankTest, FewerThanFiveRunsEachShowNothing) {
  const RankTest four = compare_ranks({1, 2, 3, 4}, {50, 60, 70, 80});
  EXPECT_TRUE(four.too_few());
  EXPECT_FALSE(four.differs());
  EXPECT_FALSE(four.interval);
  EXPECT_FALSE(compare_ranks({1, 2, 3, 4, 5}, {50, 60, 70, 80, 90}).too_few());
}

TEST(RankTest, OneOutlierMovesNeitherMedianNorSpread) {
  EXPECT_EQ(median_of({3, 1, 2}), 2);
  EXPECT_EQ(median_of({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(spread_of({10, 11, 12, 13, 1'000}), 1);
}

}  // namespace
}  // namespace locklab::app
