// A libuv loop with what its users share: a queue of timers that count microseconds, and turns,
// which run between two waits for the sockets.
//
// Each round writes what was queued, waits for sockets, runs turns and fires timers that are due.
// What is queued or becomes due in the meantime waits for the next round, so nothing starves, and
// every round checks signals, however busy the loop is. (libuv's own timers count milliseconds, and
// its loop never leaves them if a callback starts a timer of zero length and updates the time.)
//
// To step through a loop's time, a caller can freeze it, advance it, and fire its timers one by
// one. Sockets, turns and signals are still served.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "lock/first_broken.h"
#include "lock/redis/timer_queue.h"

namespace locklab::redis {

/// A callback that the loop runs once after it is queued. Leaves the queue when destroyed.
class Turn {
 public:
  Turn() = default;
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  bool queued() const { return next_ != nullptr; }
  void leave() {
    if (!next_) return;
    previous_->next_ = next_;
    next_->previous_ = previous_;
    next_ = previous_ = nullptr;
  }

 protected:
  virtual ~Turn() { leave(); }

 private:
  friend class Loop;
  friend class TurnList;
  /// Runs the turn, which is no longer queued; it may be destroyed in here.
  virtual void take() = 0;

  Turn* next_ = nullptr;
  Turn* previous_ = nullptr;
};

/// Turns in the order in which they were queued.
class TurnList {
 public:
  TurnList() { head_.next_ = head_.previous_ = &head_; }
  bool empty() const { return head_.next_ == &head_; }
  void add(Turn& turn);
  /// Runs the turns queued now, and none that are queued while they run.
  void take_all();

 private:
  struct Head final : Turn {
    void take() override {}
  };
  Head head_;
};

class Loop {
 public:
  /// Null on failure; `why` then says what the system refused (such as "too many open files").
  static std::unique_ptr<Loop> open(std::string& why);
  /// All users of the loop must be destroyed first. Waits until libuv has closed its handles.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  uv_loop_t* uv() { return &loop_; }
  /// A clock that never jumps, in microseconds.
  static std::int64_t now_us() { return static_cast<std::int64_t>(uv_hrtime() / 1000); }
  /// The loop's own time: now_us(), unless it was ever frozen, advanced or set behind.
  std::int64_t time_us() const { return stands_still_ ? stands_at_us_ : now_us() - behind_us_; }
  /// How far the loop's time is behind now_us(); negative if ahead.
  std::int64_t behind_us() const { return now_us() - time_us(); }

  /// The machine's wall clock, in microseconds since 1970, shifted like the loop's time.
  std::int64_t wall_us() const;

  /// Starts a timer that fires once time_us() has reached `due_us`, never from inside this call.
  void start(QueuedTimer& timer, std::int64_t due_us);
  void stop(QueuedTimer& timer) { timers_.stop(timer); }

  /// Queues a turn for after the next wait for sockets, which then returns immediately.
  void queue(Turn& turn);
  /// Queues a turn for just before the next wait for sockets.
  void queue_write(Turn& turn) {
    if (!turn.queued()) writers_.add(turn);
  }

  /// Makes timers fire only through fire_first() (`by_hand`), or automatically again.
  void fire_by_hand(bool by_hand);
  bool fires_by_hand() const { return by_hand_; }
  /// Freezes time, or resumes it where it was frozen.
  void stand_still(bool still);
  bool stands_still() const { return stands_still_; }
  /// Freezes time at `time_us`, or runs it `behind_us` behind now_us(): copies the time of another
  /// process's loop, since all processes have the same now_us().
  void stand_at(std::int64_t time_us);
  void go_behind(std::int64_t behind_us);
  /// Advances time to `time_us`; has no effect if that is not later.
  void move_on_to(std::int64_t time_us);
  /// Whether any timer is started; if so, when the first is due, by time_us().
  bool has_timer() const { return !timers_.empty(); }
  std::int64_t first_due_us() const { return timers_.next_us(); }
  /// Fires the first timer, which must be due.
  void fire_first();

  /// Waits until something happens, and handles it. Like run_ready(), rethrows an invariant that a
  /// callback has broken (lock/assert.h).
  void run_once() { run(UV_RUN_ONCE); }
  /// Handles what has happened, without waiting.
  void run_ready() { run(UV_RUN_NOWAIT); }
  /// Runs a callback's work for libuv: no exception may pass through libuv's frames.
  template <class Work>
  void guard(Work work) {
    broken_.guard(std::move(work));
    if (broken_.any()) uv_stop(&loop_);
  }

 private:
  Loop() = default;
  bool prepare(std::string& why);
  void run(uv_run_mode mode) {
    uv_run(&loop_, mode);
    broken_.rethrow();
  }
  void round();
  void wake_in_time();

  uv_loop_t loop_{};
  uv_poll_t alarm_{};
  uv_prepare_t before_wait_{};
  uv_check_t after_wait_{};
  uv_idle_t no_wait_{};
  int alarm_fd_ = -1;
  /// When the kernel is set to wake the loop, by now_us(); -1 if it must be set anew.
  std::int64_t armed_for_us_ = -1;
  std::int64_t behind_us_ = 0;     ///< offset of the loop's time while it runs
  std::int64_t stands_at_us_ = 0;  ///< the loop's time while it is frozen
  bool stands_still_ = false;
  bool by_hand_ = false;
  bool in_round_ = false;
  FirstBroken broken_;
  TimerQueue timers_;
  TurnList turns_;
  TurnList writers_;
};

/// A timer that calls a function.
class Alarm final : public QueuedTimer {
 public:
  explicit Alarm(std::function<void()> ring) : ring_(std::move(ring)) {}
  ~Alarm() override = default;

 private:
  void due() override { ring_(); }

  std::function<void()> ring_;
};

}  // namespace locklab::redis
