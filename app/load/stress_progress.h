// How a load goes while it runs: its phase, and what happened in each second.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace locklab::app {

/// What a load does now, in this order.
enum class StressPhase : std::uint8_t {
  preparing,  ///< it starts its servers, or reaches those of the user
  limit_before,
  warm_up,
  measuring,
  limit_after,
  cleaning,  ///< it removes its keys, and ends its servers
  count_
};

/// The id of a phase: "warm_up".
inline std::string_view name(StressPhase phase) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(StressPhase::count_)>
      names{"preparing", "limit_before", "warm_up", "measuring", "limit_after", "cleaning"};
  return names[static_cast<std::size_t>(phase)];
}

/// The figures of one second of a load.
struct StressSecond {
  std::uint64_t locks = 0;              ///< or answers, of a lock without critical sections
  std::optional<std::uint64_t> p50_us;  ///< of an acquire; none: there was none
  std::optional<std::uint64_t> p99_us;
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;
  /// The same by tenth of the second; all zero: nobody knows when they were.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::int64_t longest_wait_us = 0;  ///< of the clients that wait when the second ends
  double lasted_s = 1;  ///< less: a part of a second, whose counts are scaled to a whole one
  bool operator==(const StressSecond&) const = default;
};

/// How the load goes, once a second.
struct StressProgress : StressSecond {
  std::uint32_t second = 0;  ///< of the measured time, from 1; 0: it has not begun
  std::uint64_t violations_so_far = 0;
  std::vector<std::uint64_t> shares;   ///< locks so far, as shares_of() groups them
  std::optional<std::uint64_t> limit;  ///< that was measured before, in locks a second
};

}  // namespace locklab::app
