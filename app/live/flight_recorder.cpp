#include "app/live/flight_recorder.h"

namespace locklab::app {

namespace {

/// For so long a run goes on after a promise was broken: most holds end within it.
constexpr Duration aftermath = 1s;

}  // namespace

FlightRecorder::FlightRecorder(redis::Loop& loop, sim::Trace& trace, std::size_t events)
    : loop_(loop), trace_(trace), checker_(trace.info) {
  trace_.keep_last(events);
}

void FlightRecorder::look() {
  if (seen_ == trace_.size()) return;
  while (seen_ < trace_.size()) checker_.on(trace_, seen_++);
  if (broken_) return;
  broken_ = (checker_.broken(trace_.latest().at).bits() & trace_.info.promises) != 0;
  if (broken_) loop_.start(aftermath_, loop_.time_us() + us(aftermath));
}

sim::Trace FlightRecorder::tail() const {
  return trace_.tail(trace_.empty() ? 0 : checker_.broken(trace_.latest().at).bits());
}

}  // namespace locklab::app
