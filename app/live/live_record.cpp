#include "app/live/live_record.h"

namespace locklab::app {

LiveRecord::LiveRecord(const redis::Loop& loop, sim::Trace& trace, Listener* listener)
    : loop_(loop), trace_(trace), listener_(listener), start_us_(loop.time_us()) {}

void LiveRecord::begin() { start_us_ = loop_.time_us(); }

void LiveRecord::add(sim::Event& event, const Reply* reply) {
  event.at = now_us();
  if (listener_) listener_->before(event, reply);
  trace_.add(event);
  if (listener_) listener_->after();
}

}  // namespace locklab::app
