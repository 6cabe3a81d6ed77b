// Tests that depend on real time. A failure counts unless the machine was later than the schedule
// allows. Then the test is repeated, at most twice; if the third try fails and is late too, the
// test fails because the machine is too slow.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>

#include "app/live/lateness.h"
#include "lock/redis/loop.h"
#include "lock/time.h"

namespace locklab::test {

/// Number of times that a late try is repeated.
inline constexpr int late_tries = 2;

/// The failure message if every try was late.
inline std::string too_slow(std::int64_t late_us) {
  return "this machine is too slow for live runs: late by up to " + std::to_string(late_us / 1000) +
         " ms in each of " + std::to_string(late_tries + 1) + " tries";
}

/// Measures how late this process is, during its lifetime.
class LatenessBeside {
 public:
  LatenessBeside() : thread_(&LatenessBeside::watch, this) {}
  ~LatenessBeside() {
    over_ = true;
    thread_.join();
  }
  LatenessBeside(const LatenessBeside&) = delete;
  LatenessBeside& operator=(const LatenessBeside&) = delete;

  std::int64_t longest_us() const { return longest_us_; }
  /// True if the lateness is too large for events within some hundred milliseconds.
  bool matters() const { return longest_us_ > us(Duration(20ms)); }

 private:
  void watch() {
    std::string why;
    const auto loop = redis::Loop::open(why);
    if (!loop) return;
    app::Lateness lateness(*loop);
    while (!over_) {
      loop->run_once();  // until its next beat
      longest_us_ = lateness.longest().us;
    }
  }

  std::atomic<std::int64_t> longest_us_ = 0;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

/// True while the body of a TEST_IN_TIME runs, which is repeated as a whole.
inline thread_local bool runs_again = false;

/// Runs `run`, and repeats it, at most twice, while `is_good` rejects the result and the machine
/// was late. In a TEST_IN_TIME it runs once.
template <class Run, class IsGood>
auto run_in_time(Run run, IsGood is_good) {
  if (runs_again) return run();
  for (int tries_left = late_tries;; --tries_left) {
    const LatenessBeside lateness;
    auto result = run();
    if (is_good(result) || !lateness.matters()) return result;
    if (tries_left > 0) continue;
    ADD_FAILURE() << too_slow(lateness.longest_us());
    return result;
  }
}

/// Marks failures that no lateness excuses: EXPECT_FALSE(broke_a_promise(result)) <<
/// on_any_machine;
inline constexpr const char* on_any_machine = "(on any machine)";

/// Runs the body of a test, and repeats it, at most twice, while it fails and the machine was late;
/// failures of earlier tries are dropped. A failure whose message contains on_any_machine counts at
/// once.
inline void expect_in_time(void (*body)()) {
  for (int tries_left = late_tries;; --tries_left) {
    const LatenessBeside lateness;
    testing::TestPartResultArray found;
    {
      const testing::ScopedFakeTestPartResultReporter catcher(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &found);
      struct Again {
        Again() { runs_again = true; }
        ~Again() { runs_again = false; }  // also if the body throws
      };
      const Again again;
      body();
    }
    bool failed = false;
    bool late = lateness.matters();
    for (int i = 0; i < found.size(); ++i) {
      const testing::TestPartResult& one = found.GetTestPartResult(i);
      failed = failed || one.failed();
      if (one.failed() && std::strstr(one.message(), on_any_machine)) late = false;
    }
    if (failed && late && tries_left > 0) continue;
    for (int i = 0; i < found.size(); ++i) {
      const testing::TestPartResult& one = found.GetTestPartResult(i);
      if (one.failed()) ADD_FAILURE_AT(one.file_name(), one.line_number()) << one.message();
    }
    if (failed && late) ADD_FAILURE() << too_slow(lateness.longest_us());
    return;
  }
}

}  // namespace locklab::test

/// A test of events in real time within some hundred milliseconds: see expect_in_time. The body
/// must not fork (ChildProcess), because a thread measures the lateness.
#define TEST_IN_TIME(suite, name)                                   \
  static void suite##name();                                        \
  TEST(suite, name) { locklab::test::expect_in_time(suite##name); } \
  static void suite##name()
