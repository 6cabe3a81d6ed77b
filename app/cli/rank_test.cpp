#include "app/cli/rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace locklab::app {

namespace {

/// Beyond this many samples the normal distribution is as good, and quicker.
constexpr std::size_t exact_up_to = 60;

/// Twice the rank of each value of `all`, which is sorted; equal ones share their mean.
std::vector<std::size_t> doubled_ranks(const std::vector<double>& all) {
  std::vector<std::size_t> ranks(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first;
    while (end < all.size() && all[end] == all[first]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[i] = first + 1 + end;
    first = end;
  }
  return ranks;
}

/// In how many ways `chosen` of the ranks have each sum, as parts of all ways.
std::vector<double> sums_of(const std::vector<std::size_t>& ranks, std::size_t chosen) {
  std::size_t most = 0;
  for (const std::size_t rank : ranks) most += rank;
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1));
  ways[0][0] = 1;
  for (const std::size_t rank : ranks)
    for (std::size_t taken = chosen; taken > 0; --taken)
      for (std::size_t sum = most; sum >= rank; --sum)
        ways[taken][sum] += ways[taken - 1][sum - rank];
  double all = 0;
  for (const double one : ways[chosen]) all += one;
  for (double& one : ways[chosen]) one /= all;
  return ways[chosen];
}

/// The chance of a sum at least as far from its mean, by the true distribution.
double exact_p(const std::vector<std::size_t>& ranks, std::size_t chosen, double sum, double mean) {
  const std::vector<double> sums = sums_of(ranks, chosen);
  double p = 0;
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (std::abs(static_cast<double>(i) - mean) >= std::abs(sum - mean) - 0.25) p += sums[i];
  return std::min(p, 1.0);
}

/// The same by the normal distribution, with its variance over the ranks there are.
double normal_p(const std::vector<std::size_t>& ranks, std::size_t chosen, double sum,
                double mean) {
  const auto all = static_cast<double>(ranks.size());
  const auto part = static_cast<double>(chosen);
  const double centre = mean / part;
  double squares = 0;
  for (const std::size_t rank : ranks)
    squares += (static_cast<double>(rank) - centre) * (static_cast<double>(rank) - centre);
  const double variance = part * (all - part) / (all * (all - 1)) * squares;
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(sum - mean) - 1);  // ranks are doubled
  return std::erfc(distance / std::sqrt(2 * variance));
}

/// How many of the sorted ratios are cut off at either end.
std::size_t cut_off(std::size_t before, std::size_t after) {
  const auto m = static_cast<double>(before);
  const auto n = static_cast<double>(after);
  if (before + after > exact_up_to) {
    constexpr double z = 2.5758293035489;  // of noise_level / 2
    return static_cast<std::size_t>(
        std::max(0.0, std::floor(m * n / 2 - z * std::sqrt(m * n * (m + n + 1) / 12))));
  }
  std::vector<std::size_t> ranks(before + after);
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = i + 1;
  const std::vector<double> sums = sums_of(ranks, after);
  const std::size_t least = after * (after + 1) / 2;
  double p = 0;
  std::size_t cut = 0;
  for (std::size_t i = least; i < sums.size(); ++i, ++cut) {
    p += sums[i];
    if (p > noise_level / 2) break;
  }
  return cut;
}

double sorted_median(const std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return sorted_median(values);
}

double spread_of(const std::vector<double>& values) {
  const double middle = median_of(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return median_of(std::move(distances));
}

RankTest compare_ranks(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<double> all = before;
  all.insert(all.end(), after.begin(), after.end());
  std::sort(all.begin(), all.end());
  const std::vector<std::size_t> ranks = doubled_ranks(all);
  double sum = 0;
  for (const double value : after)
    sum += static_cast<double>(ranks[static_cast<std::size_t>(
        std::lower_bound(all.begin(), all.end(), value) - all.begin())]);
  const double mean = static_cast<double>(after.size()) * static_cast<double>(all.size() + 1);

  RankTest test;
  const bool few = all.size() <= exact_up_to;
  test.p = few ? exact_p(ranks, after.size(), sum, mean) : normal_p(ranks, after.size(), sum, mean);
  // As if all of one were above all of the other: one way of all, at either end.
  double ways = 1;
  for (std::size_t i = 1; i <= after.size(); ++i)
    ways *= static_cast<double>(before.size() + i) / static_cast<double>(i);
  test.least_p = std::min(1.0, 2 / ways);

  std::vector<double> ratios;
  for (const double a : before)
    for (const double b : after) ratios.push_back(b / a);
  std::sort(ratios.begin(), ratios.end());
  test.ratio = sorted_median(ratios);
  if (const std::size_t cut = cut_off(before.size(), after.size()); cut > 0)
    test.interval = {ratios[cut - 1], ratios[ratios.size() - cut]};
  return test;
}

}  // namespace locklab::app
