// Notices when the machine stands still, because no schedule in real time holds then.
#pragma once

#include <poll.h>
#include <uv.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
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

}  // namespace locklab::test
