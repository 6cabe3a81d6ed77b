// Holds of different generators compared, with clocks known only up to an error.
#include "app/stress/hold_comparison.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace locklab::app {
namespace {

KeptHold held(std::uint32_t client, std::int64_t entered_us, std::int64_t left_us,
              std::int64_t token = -1, std::int64_t wanted_us = -1, std::uint64_t lock = 0) {
  return {lock, {client, wanted_us < 0 ? entered_us : wanted_us, entered_us, left_us, token}};
}

TEST(HoldComparison, OverlapsBeyondBothErrorsAreCertain) {
  const HoldComparison found =
      compare_holds({{{held(0, 1'000, 2'000)}, 100}, {{held(1, 1'500, 2'500)}, 50}});
  EXPECT_EQ(found.overlaps, 1u);
  EXPECT_EQ(found.possible, 0u);
  ASSERT_EQ(found.violations.size(), 1u);
  EXPECT_EQ(found.violations[0].harm, Harm::overlap);
  EXPECT_EQ(found.violations[0].first.client, 0u);
  EXPECT_EQ(found.violations[0].second.client, 1u);
}

TEST(HoldComparison, OverlapsWithinTheErrorsAreOnlyPossible) {
  const auto compared = [](std::int64_t second_entered_us) {
    return compare_holds(
        {{{held(0, 1'000, 2'000)}, 100}, {{held(1, second_entered_us, 3'000)}, 50}});
  };
  EXPECT_EQ(compared(1'849).overlaps, 1u);
  EXPECT_EQ(compared(1'850).overlaps, 0u) << "its start may really be where the other ended";
  EXPECT_EQ(compared(1'850).possible, 1u);
  EXPECT_EQ(compared(2'149).possible, 1u) << "they do not meet, but may have";
  EXPECT_EQ(compared(2'150).possible, 0u);
  EXPECT_TRUE(compared(2'149).violations.empty());
}

TEST(HoldComparison, AShortHoldInTheMiddleOfALongOneIsCertain) {
  // The short hold is shorter than the error, but the other covers it wherever it lies.
  const HoldComparison found =
      compare_holds({{{held(0, 0, 10'000)}, 300}, {{held(1, 5'000, 5'001)}, 300}});
  EXPECT_EQ(found.overlaps, 1u);
}

TEST(HoldComparison, OneGeneratorsOwnHoldsAndOtherLocksAreNoBusinessOfIt) {
  const HoldComparison found = compare_holds({{{held(0, 0, 10'000), held(2, 5'000, 6'000)}, 1},
                                              {{held(1, 0, 10'000, -1, -1, /*lock=*/1)}, 1}});
  EXPECT_EQ(found.overlaps + found.possible, 0u);
}

TEST(HoldComparison, ATokenThatWasGivenTwiceIsAFaultWhateverTheClocks) {
  const HoldComparison found = compare_holds(
      {{{held(0, 1'000, 1'100, 7)}, 1'000'000}, {{held(1, 900'000, 900'100, 7)}, 1'000'000}});
  EXPECT_EQ(found.tokens_twice, 1u);
  EXPECT_EQ(found.tokens_fell, 0u);
}

TEST(HoldComparison, ATokenFallsOnlyIfItWasAskedForAfterwardsBeyondTheErrors) {
  const auto fallen = [](std::int64_t wanted_us) {
    return compare_holds(
               {{{held(0, 1'000, 1'100, 9)}, 100}, {{held(1, 5'000, 5'100, 8, wanted_us)}, 100}})
        .tokens_fell;
  };
  EXPECT_EQ(fallen(1'201), 1u);
  EXPECT_EQ(fallen(1'200), 0u);
  EXPECT_EQ(fallen(900), 0u) << "it may have had its token before";
}

/// The right result, by comparing every pair of holds.
HoldComparison pair_by_pair(const std::vector<GeneratorHolds>& all) {
  HoldComparison found;
  for (std::size_t g = 0; g < all.size(); ++g)
    for (const KeptHold& one : all[g].holds) {
      bool certain = false;
      bool possible = false;
      for (std::size_t h = 0; h < all.size(); ++h)
        for (const KeptHold& other : all[h].holds) {
          const auto order = [](std::size_t at, const KeptHold& hold) {
            return std::pair(hold.hold.entered_us, at);
          };
          if (g == h || one.lock != other.lock || order(h, other) > order(g, one)) continue;
          const std::int64_t by = std::min(other.hold.left_us - one.hold.entered_us,
                                           one.hold.left_us - other.hold.entered_us);
          const std::int64_t errors = all[g].error_us + all[h].error_us;
          certain = certain || by > errors;
          possible = possible || by > -errors;
        }
      found.overlaps += certain;
      found.possible += possible && !certain;
    }
  return found;
}

TEST(HoldComparison, FindsWhatComparingEveryPairFinds) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<GeneratorHolds> all(2 + seed % 3);
    for (std::size_t g = 0; g < all.size(); ++g) {
      all[g].error_us = static_cast<std::int64_t>(random() % 60);
      for (int i = 0; i < 60; ++i) {
        const auto entered = static_cast<std::int64_t>(random() % 20'000);
        const auto lasts = static_cast<std::int64_t>(random() % (random() % 10 == 0 ? 3'000 : 100));
        all[g].holds.push_back(
            held(static_cast<std::uint32_t>(g), entered, entered + lasts, -1, -1, random() % 2));
      }
    }
    const HoldComparison found = compare_holds(all);
    const HoldComparison right = pair_by_pair(all);
    EXPECT_EQ(found.overlaps, right.overlaps) << "seed " << seed;
    EXPECT_EQ(found.possible, right.possible) << "seed " << seed;
  }
}

}  // namespace
}  // namespace locklab::app
