// Whether two sets of measurements differ by more than noise. It asks only for their order
// (Mann-Whitney), so that an outlier or a crooked distribution misleads nobody, and rolls no dice:
// the same files give the same answer.
#pragma once

#include <optional>
#include <vector>

namespace locklab::app {

/// A difference is called one if chance alone would show it at most so often.
inline constexpr double noise_level = 0.01;

struct RankTest {
  double p = 1;        ///< how often chance alone shows a difference as large, either way
  double least_p = 1;  ///< the smallest that so few samples can show
  double ratio = 1;    ///< new to old: the median over all pairs (Hodges and Lehmann)
  struct Interval {
    double from = 1;
    double to = 1;
  };
  /// Ratios that the test does not refuse at `noise_level`; none: too few samples.
  std::optional<Interval> interval;

  bool too_few() const { return least_p > noise_level; }
  bool differs() const { return p <= noise_level; }
};

/// Compares samples of values above zero. Neither may be empty.
RankTest compare_ranks(const std::vector<double>& before, const std::vector<double>& after);

double median_of(std::vector<double> values);
/// The median of the distances from the median.
double spread_of(const std::vector<double>& values);

}  // namespace locklab::app
