// Progress of a running load: its phase, and the figures of each second.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace locklab::app {

/// Phases of a load, in order.
enum class StressPhase : std::uint8_t {
  preparing,  ///< starts its own servers, or connects to the user's
  limit_before,
  warm_up,
  measuring,
  limit_after,
  cleaning,  ///< removes its keys and ends its own servers
  count_
};

/// Id of a phase: "warm_up".
inline std::string_view name(StressPhase phase) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(StressPhase::count_)>
      names{"preparing", "limit_before", "warm_up", "measuring", "limit_after", "cleaning"};
  return names[static_cast<std::size_t>(phase)];
}

/// Figures of one second of a load.
struct StressSecond {
  std::uint64_t locks = 0;              ///< or grants and denials, without critical sections
  std::optional<std::uint64_t> p50_us;  ///< acquire latency; nullopt if there was none
  std::optional<std::uint64_t> p99_us;
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;
  /// Violations by tenth of the second, never scaled; all zero if their times are unknown.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::int64_t longest_wait_us = 0;                         ///< as Second::longest_wait_us
  std::array<std::int64_t, 10> longest_wait_us_by_tenth{};  ///< all zero if unknown
  double lasted_s = 1;  ///< below 1 if partial; counts are scaled to a full second
  bool operator==(const StressSecond&) const = default;
};

/// Progress report, sent once per second.
struct StressProgress : StressSecond {
  std::uint32_t second = 0;  ///< of the measured time, from 1; 0 before it begins
  std::uint64_t violations_so_far = 0;
  std::vector<std::uint64_t> shares;   ///< locks so far, grouped by shares_of()
  std::optional<std::uint64_t> limit;  ///< measured before the load, in locks per second
};

}  // namespace locklab::app
