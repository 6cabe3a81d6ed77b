// The lateness of this process, as seen by its loop: an overloaded machine, a stopped process
// (SIGSTOP) and a machine that slept all make a periodic timer late. Live runs, loads and tests
// share this measure.
//
// Time that the loop freezes or steps through does not count, since nothing then waits for the
// machine's clock.
#pragma once

#include <cstdint>

#include "app/live/machine_timer.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class Lateness {
 public:
  struct Longest {
    std::int64_t us = 0;
    std::int64_t at_us = 0;  ///< when it ended, by Loop::now_us()
  };

  /// Starts measuring. The loop must outlive it.
  explicit Lateness(redis::Loop& loop);

  /// Discards what was measured so far, and starts again.
  void restart();
  /// Excludes the time since the last measurement: the loop's time was frozen or resumed.
  void time_changed();
  /// Notes how late something was that the loop waits for, in us: a server, or a client's process.
  void note(std::int64_t late_us);
  /// Returns the longest lateness since restart() or take().
  Longest longest();
  /// Returns longest(), and resets it.
  Longest take();

 private:
  void look();
  void beat();

  redis::Loop& loop_;
  std::int64_t looked_us_ = 0;
  std::int64_t asleep_us_ = 0;  ///< how long the machine had slept since boot, at `looked_us_`
  Longest longest_;
  MachineTimer next_{loop_, [this] { beat(); }};
};

}  // namespace locklab::app
