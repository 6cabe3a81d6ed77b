// Integer time. Every clock counts whole microseconds, so that a simulated run is the same on every
// machine, and no floating point decides who holds a lock.
#pragma once

#include <chrono>
#include <cstdint>

namespace locklab {

using Duration = std::chrono::microseconds;

/// The tag of a clock with its own epoch: readings are comparable only if they come from the same
/// clock.
struct OwnClock {
  using rep = std::int64_t;
  using period = std::micro;
  using duration = Duration;
  using time_point = std::chrono::time_point<OwnClock, Duration>;
  static constexpr bool is_steady = false;
};

/// A reading of one clock, in microseconds since that clock's epoch.
using Time = OwnClock::time_point;

constexpr Time at_us(std::int64_t us) { return Time(Duration(us)); }
constexpr std::int64_t us(Time t) { return t.time_since_epoch().count(); }
constexpr std::int64_t us(Duration d) { return d.count(); }

/// Whole milliseconds, as PX and PEXPIRE count them, rounded down.
constexpr std::int64_t ms(Duration d) {
  return std::chrono::floor<std::chrono::milliseconds>(d).count();
}
constexpr std::int64_t ms(Time t) { return ms(t.time_since_epoch()); }

using namespace std::chrono_literals;  // 50ms, 200us

}  // namespace locklab
