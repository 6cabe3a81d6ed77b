// Export of measurements in the JSON format of Google Benchmark, whose compare.py (Debian's
// libbenchmark-tools) tests whether two files differ by more than noise.
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
  std::string name;       ///< "live/pool/64"; all repetitions share the name and the unit
  double time = 0;        ///< per iteration
  std::string_view unit;  ///< "s", "ms", "us" or "ns"
  std::uint64_t iterations = 1;
  std::optional<double> processor_time;  ///< per iteration; nullopt to use `time`
  std::vector<std::pair<std::string, double>> counters;
};

/// Formats runs grouped by name: the repetitions, then their mean, median and standard deviation if
/// there are several. Times of zero are left out, since compare.py divides by them.
std::string benchmark_json(const std::vector<BenchmarkRun>& runs, const Origin& origin);

/// Formats the time per operation and the latencies of each load that ran to its end. Loads with
/// the same label are repetitions.
std::string benchmark_json(const std::vector<StressResult>& loads);

/// `values` must not be empty.
double median_of(std::vector<double> values);

}  // namespace locklab::app
