// By how much this process runs late, as its loop sees it: a machine without a free processor, a
// process that somebody has stopped (SIGSTOP), and a machine that slept all show as a beat that
// comes too late. It is the one measure of that, for live runs, loads and tests.
//
// Time that the loop makes stand still, or goes through step by step, does not count: nothing waits
// for the machine's clock then.
#pragma once

#include <cstdint>

#include "app/live/machine_timer.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class Lateness {
 public:
  struct Longest {
    std::int64_t us = 0;
    std::int64_t at_us = 0;  ///< when it was over, by Loop::now_us()
  };

  /// Measures from now on. The loop outlives it.
  explicit Lateness(redis::Loop& loop);

  /// Forgets what it has found so far.
  void restart();
  /// Leaves out the time since its last beat: the loop's time stands still, or flows again.
  void time_changed();
  /// Notes that somebody else was late, whom the loop waits for: a server, a client's process.
  void note(std::int64_t late_us);
  /// The longest time by which it was late, up to now.
  Longest longest();
  /// The same, which it then forgets.
  Longest take();

 private:
  void look();
  void beat();

  redis::Loop& loop_;
  std::int64_t looked_us_ = 0;
  std::int64_t asleep_us_ = 0;  ///< how long the machine has slept since it started
  Longest longest_;
  MachineTimer next_{loop_, [this] { beat(); }};
};

}  // namespace locklab::app
