#include "app/live/inference/flight_recorder.h"

namespace locklab::app {

namespace {

/// How long a run continues after a violation: most holds end within it.
constexpr Duration aftermath = 1s;

}  // namespace

FlightRecorder::FlightRecorder(redis::Loop& loop, sim::Trace& trace, std::size_t events)
    : loop_(loop), trace_(trace), watch_(trace) {
  trace_.keep_last(events);
}

void FlightRecorder::look() {
  if (!watch_.sees_broken() || broken_) return;
  broken_ = true;
  loop_.start(aftermath_, loop_.time_us() + us(aftermath));
}

sim::Trace FlightRecorder::tail() const { return trace_.tail(watch_.broken()); }

}  // namespace locklab::app
