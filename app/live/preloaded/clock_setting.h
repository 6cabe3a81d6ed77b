// The setting of a server's clock, in memory that the lab and the server share: by how much the
// wall clock is wrong, or where it is frozen. The lab writes, and the library in the server
// (clock.cpp) reads, at any time and without a lock: neither may ever wait for the other, which may
// be stopped or dead.
//
// One of two slots is current, and the other is written. A reader that was overtaken reads again.
#pragma once

#include <atomic>
#include <cstdint>

namespace locklab::app {

struct ClockError {
  std::int64_t ahead_us = 0;  ///< of the real wall clock, at `since_us`
  std::int64_t ppm = 0;       ///< how much faster it runs since then
  std::int64_t since_us = 0;  ///< by the monotonic clock
  /// Reading of a frozen clock, in us since 1970; the other members then have no effect. 0 if it
  /// runs.
  std::int64_t stands_at_us = 0;

  std::int64_t ahead_at(std::int64_t monotonic_us) const {
    const std::int64_t passed = monotonic_us - since_us;
    constexpr std::int64_t million = 1'000'000;
    return ahead_us + passed / million * ppm + passed % million * ppm / million;
  }
};

class ClockSetting {
 public:
  void set(const ClockError& error) {
    const std::uint32_t next = changes_.load(std::memory_order_relaxed) + 1;
    Slot& slot = slots_[next % 2];
    // A reader that sees a new value in the slot also sees that the slot is not current any more.
    std::atomic_thread_fence(std::memory_order_release);
    slot.ahead_us.store(error.ahead_us, std::memory_order_relaxed);
    slot.ppm.store(error.ppm, std::memory_order_relaxed);
    slot.since_us.store(error.since_us, std::memory_order_relaxed);
    slot.stands_at_us.store(error.stands_at_us, std::memory_order_relaxed);
    changes_.store(next, std::memory_order_release);
  }

  ClockError get() const {
    for (;;) {
      const std::uint32_t before = changes_.load(std::memory_order_acquire);
      const Slot& slot = slots_[before % 2];
      const ClockError error{slot.ahead_us.load(std::memory_order_relaxed),
                             slot.ppm.load(std::memory_order_relaxed),
                             slot.since_us.load(std::memory_order_relaxed),
                             slot.stands_at_us.load(std::memory_order_relaxed)};
      std::atomic_thread_fence(std::memory_order_acquire);
      if (changes_.load(std::memory_order_relaxed) == before) return error;
    }
  }

 private:
  struct Slot {
    std::atomic<std::int64_t> ahead_us, ppm, since_us, stands_at_us;
  };
  std::atomic<std::uint32_t> changes_;
  Slot slots_[2];
};

// Shared by two processes. Memory that is all zero is a correct clock.
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

}  // namespace locklab::app
