// Timers by due time, in one heap that all clients of a loop share. It has no clock: its driver
// passes the time.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace locklab::redis {

class TimerQueue;

/// A timer. It may be restarted at any time, and leaves its queue when destroyed.
class QueuedTimer {
 public:
  QueuedTimer() = default;
  QueuedTimer(const QueuedTimer&) = delete;
  QueuedTimer& operator=(const QueuedTimer&) = delete;

  bool started() const { return slot_ != not_queued; }
  /// Due time of the latest start, in microseconds of the driver's clock.
  std::int64_t due_us() const { return due_us_; }

 protected:
  virtual ~QueuedTimer();

 private:
  friend class TimerQueue;
  static constexpr std::uint32_t not_queued = std::numeric_limits<std::uint32_t>::max();

  /// Called when the timer fires. The timer is no longer queued; it may be destroyed in here.
  virtual void due() = 0;

  TimerQueue* queue_ = nullptr;
  std::int64_t due_us_ = 0;
  std::uint64_t number_ = 0;  ///< timers due at the same instant fire in the order of their starts
  std::uint32_t slot_ = not_queued;
};

class TimerQueue {
 public:
  TimerQueue() = default;
  ~TimerQueue();
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

  /// Starts or restarts a timer. One that is started while others fire is due after all of them.
  void start(QueuedTimer& timer, std::int64_t due_us);
  void stop(QueuedTimer& timer);

  bool empty() const { return heap_.empty(); }
  /// The due time of the first timer. The queue must not be empty.
  std::int64_t next_us() const { return heap_.front()->due_us_; }

  /// Fires, in order of due time, every timer that is due at `now_us` and was started before this
  /// call. A timer that restarts itself with zero delay thus cannot starve the others.
  void fire_due(std::int64_t now_us);
  /// Fires only the first timer, which must be due at `now_us`.
  void fire_first(std::int64_t now_us);

 private:
  static bool earlier(const QueuedTimer& a, const QueuedTimer& b) {
    return a.due_us_ != b.due_us_ ? a.due_us_ < b.due_us_ : a.number_ < b.number_;
  }
  void put(std::size_t slot, QueuedTimer* timer);
  void sift_up(std::size_t slot);
  void sift_down(std::size_t slot);

  std::vector<QueuedTimer*> heap_;
  std::uint64_t started_ = 0;
  /// The time until which timers are being fired; the minimum while none are.
  std::int64_t fired_until_us_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace locklab::redis
