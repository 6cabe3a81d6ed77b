// A search on several threads with a time limit; sim/explore has neither threads nor real time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/search.h"

namespace locklab::app {

struct SearchLimits {
  std::optional<double> seconds;  ///< nullopt for no limit
  std::uint32_t threads = 1;      ///< 1 .. 64
};

/// A report that the calling thread makes from time to time.
struct SearchProgress {
  sim::SearchCounts counts;  ///< sum over all threads
  double seconds = 0;
};

/// Estimated progress in percent, up to 100. nullopt below 0.05 %, and for a random search.
inline std::optional<double> percent_searched(const sim::SearchCounts& counts) {
  constexpr double least = 0.05;
  const double percent =
      100 * static_cast<double>(counts.parts) / static_cast<double>(sim::SearchCounts::all_parts);
  return percent < least ? std::nullopt : std::optional(percent);
}

struct TimedResult {
  sim::SearchResult found;
  double seconds = 0;
  std::vector<std::uint64_t> transitions;  ///< of each thread
};

/// Searches until done, out of time or `cancelled`, and returns the result. `task` may itself be a
/// shard. Threads share the states that they have seen, and an idle thread takes over part of
/// another one's work; but in a random or asynchronous search, each searches a fixed part alone. A
/// finished search for the simplest counterexamples gives the same ones with any number of threads.
TimedResult search_in_parallel(const sim::SearchTask& task, const SearchLimits& limits,
                               const std::atomic<bool>& cancelled,
                               const std::function<void(const SearchProgress&)>& progress = {});

}  // namespace locklab::app
