// The flight recorder of a live run that may last for days: the trace keeps only its last events.
// Each event is checked as it comes, and the run ends soon after the first violation, while the
// events that led to it are still kept.
#pragma once

#include <cstddef>

#include "app/live/inference/promise_watch.h"
#include "lock/redis/loop.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Limits of the number of events to keep.
inline constexpr std::size_t fewest_kept_events = 1'000;
inline constexpr std::size_t most_kept_events = 10'000'000;

class FlightRecorder {
 public:
  /// Makes `trace` keep only its last `events`. It must be empty, and outlive the recorder.
  FlightRecorder(redis::Loop& loop, sim::Trace& trace, std::size_t events);

  /// Checks the events recorded since the last call.
  void look();
  /// Whether look() has found a broken promise, and a second has passed since, by the loop's time.
  bool is_over() const { return over_; }
  /// Copies the kept events into a separate trace.
  sim::Trace tail() const;

 private:
  redis::Loop& loop_;
  sim::Trace& trace_;
  PromiseWatch watch_;
  bool broken_ = false;
  bool over_ = false;
  redis::Alarm aftermath_{[this] { over_ = true; }};
};

}  // namespace locklab::app
