// A lock with the interface of a std::mutex, for std::unique_lock, std::lock_guard and
// std::scoped_lock:
//
//   redis::Mutex orders(*locker, lock, 5s);
//   std::unique_lock held(orders);
//
// A lease may end while the program believes that it holds: ask guard().lost(), or pass on
// guard().fence().
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "lock/redis/locker.h"

namespace locklab::redis {

/// Threads may share it. They queue in this process before one of them asks the servers, so, as
/// with a std::mutex, the thread that locks it must unlock it.
class Mutex {
 public:
  /// `locker` must outlive it. lock() waits for `patience`; redlock also gives up after
  /// retry_count attempts.
  Mutex(Locker& locker, LockConfig config, Duration patience)
      : locker_(locker), config_(std::move(config)), patience_(patience) {}

  /// Throws std::runtime_error with the reason (Locker::acquire) if it is not granted.
  void lock() {
    std::string why;
    if (!lock_within(patience_, why)) throw std::runtime_error(why);
  }
  bool try_lock() { return try_lock_for(Duration(0)); }
  bool try_lock_for(Duration wait) {
    std::string why;
    return lock_within(wait, why);
  }
  /// Blocks like Locker::Guard::release().
  void unlock() {
    guard_.reset();
    turn_.unlock();
  }

  /// For the thread that holds it.
  const Locker::Guard& guard() const { return *guard_; }

 private:
  bool lock_within(Duration wait, std::string& why) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point until = Clock::now() + wait;
    why = "another thread of this process holds it";
    if (!turn_.try_lock_until(until)) return false;
    const auto left = std::chrono::duration_cast<Duration>(until - Clock::now());
    guard_ = locker_.acquire(config_, std::max(left, Duration(0)), why);
    if (!guard_) turn_.unlock();
    return guard_.has_value();
  }

  Locker& locker_;
  const LockConfig config_;
  const Duration patience_;
  std::timed_mutex turn_;
  std::optional<Locker::Guard> guard_;
};

}  // namespace locklab::redis
