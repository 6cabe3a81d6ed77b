// Measurements in the JSON of Google Benchmark, whose compare.py (Debian's libbenchmark-tools)
// tells whether two files of them differ by more than noise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/load/stress_result.h"

namespace locklab::app {

/// One repetition of a measurement.
struct BenchmarkRun {
  std::string name;       ///< "live/pool/64": all its repetitions have the same, and one unit
  double time = 0;        ///< of an iteration
  std::string_view unit;  ///< "s", "ms", "us" or "ns"
  std::uint64_t iterations = 1;
  std::optional<double> processor_time;  ///< of an iteration; nullopt: no other clock than `time`
  std::vector<std::pair<std::string, double>> counters;
};

/// The runs by their names: each one's repetitions, then mean, median and standard deviation of
/// several. A time of zero is left out, since compare.py works with ratios.
std::string benchmark_json(const std::vector<BenchmarkRun>& runs, const Origin& origin);

/// The time of a lock and the latencies of each load that ran to its end. Loads of one label are
/// repetitions.
std::string benchmark_json(const std::vector<StressResult>& loads);

/// `values` must not be empty.
double median_of(std::vector<double> values);

}  // namespace locklab::app
