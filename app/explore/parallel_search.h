// A search on several threads, with a clock: what sim/explore knows nothing of.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "sim/explore/search.h"

namespace locklab::app {

struct SearchLimits {
  std::optional<double> seconds;  ///< none: until it is done
  std::uint32_t threads = 1;      ///< 1 .. 64
};

/// Seen from time to time, by the thread that called.
struct SearchProgress {
  sim::SearchCounts counts;  ///< of all threads
  double seconds = 0;
};

/// An estimate, 0 .. 100; none where one schedule is tried after the other by chance.
inline std::optional<double> percent_searched(const sim::SearchCounts& counts) {
  if (counts.parts == 0) return std::nullopt;
  return 100 * static_cast<double>(counts.parts) /
         static_cast<double>(sim::SearchCounts::all_parts);
}

struct TimedResult {
  sim::SearchResult found;
  double seconds = 0;
};

/// `cancelled` ends it, with what it has found so far. `task` may be a shard itself: each thread
/// takes a part of it.
TimedResult search_in_parallel(const sim::SearchTask& task, const SearchLimits& limits,
                               const std::atomic<bool>& cancelled,
                               const std::function<void(const SearchProgress&)>& progress = {});

}  // namespace locklab::app
