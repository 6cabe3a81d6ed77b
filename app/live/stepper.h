// Takes a live run through its time step by step.
//
// While the run is held, its time stands still: no timer rings, no message arrives, and the clocks
// of its servers stand. Every message's arrival is a timer of the loop (FaultyLink::passes), so a
// step fires one timer after the other, until the trace has a new event.
//
// Time moves from timer to timer, and nowhere else: at once, or at the pace that was ordered. While
// a server owes an answer, or starts, time stands still. So how fast the machine is changes nothing
// that such a run does.
#pragma once

#include <uv.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "app/live/machine_timer.h"
#include "app/live/promise_watch.h"
#include "app/live/run_live.h"
#include "app/live/step_gate.h"
#include "lock/redis/loop.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Stepper {
 public:
  /// What it asks of its world, and tells it.
  struct World {
    std::function<bool()> is_owed;      ///< whether a server's answer is under way, and comes soon
    std::function<bool()> is_starting;  ///< whether a server starts, and awaits only the machine
    std::function<void()> tell_clocks;  ///< the loop's time stands still, or goes, or has moved on
    std::function<void(bool)> look;     ///< whether the observer looks at the run from time to time
    /// While timers fire by hand: clients that are processes do what they can do without one.
    std::function<void()> take_round;
    std::function<std::int64_t()> now_us;           ///< the run's time
    std::function<void(const sim::Fault&)> strike;  ///< lets it strike now
  };
  /// All of it outlives the stepper.
  Stepper(redis::Loop& loop, const sim::Trace& trace, LiveObserver& observer, World world);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Holds the run, which has not begun. False: the system gives no handle for it.
  bool begin();
  /// In place of Loop::run_once(): waits for an order, or does a part of what was ordered.
  void turn();

 private:
  /// Held, time stands still; free, it goes by itself; otherwise it goes step by step.
  enum class Going : std::uint8_t { held, step, until, until_broken, paced, free };

  void follow(const LiveOrder& order);
  void go_freely();
  void go_by_steps(Going how);
  void hold();
  void go_step();
  bool goes_by_steps() const;
  bool has_arrived();
  bool is_owed() const;
  void catch_up();
  std::int64_t latest_us() const;
  void move_on_to(std::int64_t time_us);
  void wait_at_pace(std::int64_t due_us);
  void keep_pace();
  void begin_step();

  redis::Loop& loop_;
  const sim::Trace& trace_;
  LiveObserver& observer_;
  World world_;
  PromiseWatch watch_;
  uv_async_t* bell_ = nullptr;  ///< wakes the loop; libuv lets go of it after us
  Going going_ = Going::held;
  std::uint32_t broken_before_ = 0;      ///< until_broken: the promises that were broken already
  std::optional<std::size_t> shown_;     ///< events that the observer was shown as it was held last
  std::size_t from_ = 0;                 ///< by steps: events that were looked at
  StopAt stop_;                          ///< until
  std::optional<std::int64_t> stop_us_;  ///< until: the loop's time at which it stops
  double pace_ = 0;                      ///< paced: the loop's time by the machine's
  std::int64_t paced_from_us_ = 0;       ///< paced: since then, by the loop's time
  std::int64_t paced_since_us_ = 0;      ///< and by the machine's
  int quiet_rounds_ = 0;                 ///< step: rounds of the loop since a timer was fired
  bool patient_ = true;                  ///< step: an answer that is owed may still come
  MachineTimer patience_{loop_, [this] { patient_ = false; }};
  MachineTimer pace_over_{loop_, [] {}};  ///< paced: it only ends a wait
};

}  // namespace locklab::app
