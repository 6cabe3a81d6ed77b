// Runs a live run step by step.
//
// While the run is held, its time is frozen: no timer fires, no message arrives, and its servers'
// clocks are frozen too. Every message's arrival is a timer of the loop (FaultyLink::passes), so a
// step fires one timer after the other, until the trace has a new event.
//
// While stepped, a run's time jumps from timer to timer: at once, or at the ordered pace. It is
// frozen while a server is starting and, for two seconds at most, while one that is not stopped
// owes a reply. Otherwise the speed of the machine does not affect a stepped run.
#pragma once

#include <uv.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "app/live/inference/promise_watch.h"
#include "app/live/machine_timer.h"
#include "app/live/run/run_live.h"
#include "app/live/run/step_gate.h"
#include "lock/redis/loop.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Stepper {
 public:
  /// The stepper's interface to its world.
  struct World {
    std::function<bool()> is_owed;      ///< whether a server's reply is expected soon
    std::function<bool()> is_starting;  ///< whether a starting server waits only for the machine
    std::function<void()> tell_clocks;  ///< called when time freezes, runs or advances
    std::function<void(bool)> look;     ///< starts or stops the observer's looks
    /// Lets client processes do what they can without a timer; called while they are stepped.
    std::function<void()> take_round;
    std::function<std::int64_t()> now_us;           ///< the run's time
    std::function<void(const sim::Fault&)> strike;  ///< injects the fault now
  };
  /// All references must outlive the stepper.
  Stepper(redis::Loop& loop, const sim::Trace& trace, LiveObserver& observer, World world);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Holds the run before it begins. Returns false if the system gives no handle.
  bool begin();
  /// Replaces Loop::run_once(): waits for an order, or does a part of what was ordered.
  void turn();

 private:
  /// The mode of the run. Time is frozen while held, and runs while free; otherwise the run is
  /// stepped.
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
  uv_async_t* bell_ = nullptr;  ///< wakes the loop; outlives the stepper until libuv has closed it
  Going going_ = Going::held;
  std::uint32_t broken_before_ = 0;      ///< for until_broken: promises already broken
  std::optional<std::size_t> shown_;     ///< events shown to the observer when last held
  std::size_t from_ = 0;                 ///< while stepped: number of events examined
  StopAt stop_;                          ///< for until: where to stop
  std::optional<std::int64_t> stop_us_;  ///< for until: the loop's time to stop at, in us
  double pace_ = 0;                      ///< for paced: the loop's time per machine time
  std::int64_t paced_from_us_ = 0;       ///< for paced: start of the pace, by the loop's time
  std::int64_t paced_since_us_ = 0;      ///< for paced: start of the pace, by Loop::now_us()
  int quiet_rounds_ = 0;                 ///< while stepped: rounds of the loop since begin_step()
  bool patient_ = true;                  ///< while stepped: an owed reply may still come
  MachineTimer patience_{loop_, [this] { patient_ = false; }};
  MachineTimer pace_over_{loop_, [] {}};  ///< for paced: only ends a wait
};

}  // namespace locklab::app
