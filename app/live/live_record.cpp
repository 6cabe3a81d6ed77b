#include "app/live/live_record.h"

#include "lock/redis/loop.h"

namespace locklab::app {

LiveRecord::LiveRecord(sim::Trace& trace, Listener* listener)
    : trace_(trace), listener_(listener), start_us_(redis::Loop::now_us()) {}

void LiveRecord::begin() { start_us_ = redis::Loop::now_us(); }

std::int64_t LiveRecord::now_us() const { return redis::Loop::now_us() - start_us_; }

void LiveRecord::add(sim::Event& event, const Reply* reply) {
  event.at = now_us();
  if (listener_) listener_->before(event, reply);
  trace_.add(event);
  if (listener_) listener_->after();
}

}  // namespace locklab::app
