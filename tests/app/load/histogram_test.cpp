// The histogram against exact quantiles of the same values.
#include "app/load/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace locklab::app {
namespace {

/// Values of very different magnitudes, like latencies.
std::vector<std::int64_t> latencies(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(static_cast<std::int64_t>(random() >> (24 + random() % 40)));
  return values;
}

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const std::int64_t value : values) histogram.add(value);
  return histogram;
}

std::uint64_t exact(std::vector<std::int64_t> values, std::uint64_t part, std::uint64_t whole) {
  std::sort(values.begin(), values.end());
  const std::uint64_t rank = (values.size() * part + whole - 1) / whole;
  return static_cast<std::uint64_t>(values[std::max<std::uint64_t>(rank, 1) - 1]);
}

TEST(Histogram, AQuantileIsAtMostOnePercentAboveTheExactOneAndNeverBelow) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<std::int64_t> values = latencies(seed, 1 + seed * 97);
    const Histogram histogram = of(values);
    for (const std::uint64_t part : {0u, 1u, 500u, 900u, 990u, 999u, 1000u}) {
      const std::uint64_t right = exact(values, part, 1000);
      EXPECT_GE(histogram.quantile(part, 1000), right) << "seed " << seed << ", " << part;
      EXPECT_LE(histogram.quantile(part, 1000) * 100, right * 101) << "seed " << seed;
    }
  }
}

TEST(Histogram, CountSumAndMaximumAreExact) {
  const std::vector<std::int64_t> values = latencies(7, 5'000);
  const Histogram histogram = of(values);
  EXPECT_EQ(histogram.count(), values.size());
  EXPECT_EQ(histogram.sum(), std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
  EXPECT_EQ(histogram.max(),
            static_cast<std::uint64_t>(*std::max_element(values.begin(), values.end())));
  EXPECT_EQ(histogram.quantile(1, 1), histogram.max());
}

TEST(Histogram, MergedPartsAreTheHistogramOfTheWhole) {
  const std::vector<std::int64_t> one = latencies(1, 1'000);
  const std::vector<std::int64_t> two = latencies(2, 3'000);
  std::vector<std::int64_t> both = one;
  both.insert(both.end(), two.begin(), two.end());
  Histogram merged = of(one);
  merged.add(of(two));
  EXPECT_EQ(merged, of(both));
}

TEST(Histogram, IsTheSameAfterItsBucketsWereWrittenAndRead) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Histogram histogram = of(latencies(seed, seed * 50));
    const auto again = Histogram::of(histogram.filled(), histogram.sum(), histogram.max());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, histogram);
  }
  EXPECT_EQ(*Histogram::of({}, 0, 0), Histogram());
}

// Regression: the seconds of a one-hour load took 50 MB, those of a day a gigabyte.
TEST(Histogram, IsTheSameWhenPackedInAFractionOfTheMemory) {
  for (const std::size_t count : {1u, 200u, 100'000u}) {
    Histogram whole;
    for (const std::int64_t value : latencies(3, count)) whole.add(100 + value % 10'000);
    Histogram packed = whole;
    packed.pack();
    EXPECT_EQ(packed, whole);
    EXPECT_EQ(packed.filled(), whole.filled());
    for (const std::uint64_t part : {0u, 50u, 99u, 100u})
      EXPECT_EQ(packed.quantile(part, 100), whole.quantile(part, 100));
    EXPECT_LT(packed.memory() * 4, whole.memory());
    Histogram sum = whole;
    sum.add(packed);
    Histogram twice = packed;
    twice.add(whole);
    EXPECT_EQ(sum, twice);
    packed.add(17);
    Histogram more = whole;
    more.add(17);
    EXPECT_EQ(packed, more);
  }
  Histogram none;
  none.pack();
  EXPECT_EQ(none, Histogram());
}

TEST(Histogram, BucketsThatContradictEachOtherAreRefused) {
  const auto read = [](std::vector<Histogram::Filled> filled, std::uint64_t sum,
                       std::uint64_t max) { return Histogram::of(filled, sum, max).has_value(); };
  EXPECT_TRUE(read({{5, 2}, {9, 1}}, 19, 9));
  EXPECT_FALSE(read({{9, 1}, {5, 2}}, 19, 9)) << "out of order";
  EXPECT_FALSE(read({{5, 2}, {5, 1}}, 15, 5)) << "twice";
  EXPECT_FALSE(read({{5, 2}, {9, 0}}, 10, 9)) << "empty";
  EXPECT_FALSE(read({{5, 2}, {9, 1}}, 19, 12)) << "its largest value is in no bucket";
  EXPECT_FALSE(read({{5, 2}, {9, 1}}, 99, 9)) << "the sum is too large";
  EXPECT_FALSE(read({{1'000'000, 1}}, 1, 1)) << "there is no such bucket";
  EXPECT_FALSE(read({}, 0, 1));
}

TEST(Histogram, IsBoundedWhateverTheValues) {
  Histogram histogram;
  histogram.add(-5);
  histogram.add(INT64_MAX);
  EXPECT_EQ(histogram.quantile(1, 2), 0u);
  EXPECT_EQ(histogram.max(), (std::uint64_t{1} << 40) - 1);
  EXPECT_LT(Histogram::bucket_limit(), 5'000u);
}

TEST(Histogram, OfNoValuesIsZero) {
  EXPECT_EQ(Histogram().quantile(99, 100), 0u);
  EXPECT_TRUE(Histogram().empty());
}

}  // namespace
}  // namespace locklab::app
