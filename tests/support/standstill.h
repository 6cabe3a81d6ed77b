// Notices when the machine stands still, because no schedule in real time holds then.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <uv.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

#include "lock/time.h"

namespace locklab::test {

/// A thread that wants to wake up every millisecond, and remembers its largest delay.
class Standstill {
 public:
  Standstill() : thread_(&Standstill::watch, this) {}
  ~Standstill() {
    over_ = true;
    thread_.join();
  }
  Standstill(const Standstill&) = delete;
  Standstill& operator=(const Standstill&) = delete;

  Duration longest() const { return Duration(longest_us_); }

 private:
  void watch() {
    while (!over_) {
      const std::uint64_t before = uv_hrtime();
      poll(nullptr, 0, 1);  // a longer wait than this is the delay
      const auto late = static_cast<std::int64_t>((uv_hrtime() - before) / 1000) - 1000;
      longest_us_ = std::max(longest_us_.load(), late);
    }
  }

  std::atomic<std::int64_t> longest_us_ = 0;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

/// Runs it, and again where the machine stood still, which is measured, as long as `is_good` does
/// not accept what came of it; ten times at most.
template <class Run, class IsGood>
auto run_unless_still(Duration still, Run run, IsGood is_good) {
  for (int tries_left = 9;; --tries_left) {
    const Standstill standstill;
    auto result = run();
    if (tries_left == 0 || standstill.longest() < still || is_good(result)) return result;
  }
}

/// For what no standstill excuses: EXPECT_FALSE(broke_a_promise(result)) << on_any_machine;
inline constexpr const char* on_any_machine = "(on any machine)";

/// Runs the body of a test, and again where it has failed and the machine stood still, which is
/// measured; ten times at most. What a try before has found counts for nothing, unless it says
/// on_any_machine.
inline void expect_unless_still(Duration still, void (*body)()) {
  for (int tries_left = 9;; --tries_left) {
    const Standstill standstill;
    testing::TestPartResultArray found;
    {
      const testing::ScopedFakeTestPartResultReporter catcher(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &found);
      body();
    }
    bool failed = false;
    bool excused = tries_left > 0 && standstill.longest() >= still;
    for (int i = 0; i < found.size(); ++i) {
      const testing::TestPartResult& one = found.GetTestPartResult(i);
      failed = failed || one.failed();
      if (one.failed() && std::strstr(one.message(), on_any_machine)) excused = false;
    }
    if (failed && excused) continue;
    for (int i = 0; i < found.size(); ++i) {
      const testing::TestPartResult& one = found.GetTestPartResult(i);
      if (one.failed()) ADD_FAILURE_AT(one.file_name(), one.line_number()) << one.message();
    }
    return;
  }
}

}  // namespace locklab::test

/// A test of what happens in real time within some hundred milliseconds: see expect_unless_still.
/// It may not fork itself (ChildProcess), since a thread watches the machine meanwhile.
#define TEST_IN_TIME(suite, name)                                              \
  static void suite##name();                                                   \
  TEST(suite, name) { locklab::test::expect_unless_still(20ms, suite##name); } \
  static void suite##name()
