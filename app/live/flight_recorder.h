// The flight recorder of a live run that may go on for days. Its trace keeps the last events only.
// Each is judged as it comes, and soon after the first broken promise the run ends, so that all
// that led there is still kept.
#pragma once

#include <cstddef>

#include "app/live/promise_watch.h"
#include "lock/redis/loop.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// How many events a recorder may be asked to keep.
inline constexpr std::size_t fewest_kept_events = 1'000;
inline constexpr std::size_t most_kept_events = 10'000'000;

class FlightRecorder {
 public:
  /// From now on the trace, which is empty and outlives the recorder, keeps its last `events`.
  FlightRecorder(redis::Loop& loop, sim::Trace& trace, std::size_t events);

  /// Judges what was recorded since it last looked.
  void look();
  /// Whether a promise is broken, and what came of it is recorded too.
  bool is_over() const { return over_; }
  /// What was kept, as a trace of its own.
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
