// A timer on the machine's clock, which also fires while the loop's time is frozen.
#pragma once

#include <uv.h>

#include <functional>
#include <utility>

#include "lock/redis/loop.h"
#include "lock/time.h"

namespace locklab::app {

class MachineTimer {
 public:
  MachineTimer(redis::Loop& loop, std::function<void()> ring)
      : handle_(new Handle{.timer = {}, .ring = std::move(ring)}) {
    uv_timer_init(loop.uv(), &handle_->timer);
    handle_->timer.data = handle_;
  }
  ~MachineTimer() {
    uv_close(reinterpret_cast<uv_handle_t*>(&handle_->timer),
             [](uv_handle_t* timer) { delete static_cast<Handle*>(timer->data); });
  }
  MachineTimer(const MachineTimer&) = delete;
  MachineTimer& operator=(const MachineTimer&) = delete;

  /// Starts the timer, which fires once, after `after` rounded down to milliseconds.
  void start(Duration after) {
    constexpr std::int64_t us_in_ms = 1'000;
    uv_update_time(handle_->timer.loop);
    uv_timer_start(
        &handle_->timer,
        [](uv_timer_t* timer) {
          static_cast<Handle*>(timer->data)->ring();
          // libuv fires timers before it waits: end the round, so that its caller sees the effect.
          uv_stop(timer->loop);
        },
        static_cast<std::uint64_t>(us(after) / us_in_ms), 0);
  }
  void stop() { uv_timer_stop(&handle_->timer); }

 private:
  struct Handle {
    uv_timer_t timer;
    std::function<void()> ring;
  };

  Handle* const handle_;  ///< outlives the timer until libuv has closed it
};

}  // namespace locklab::app
