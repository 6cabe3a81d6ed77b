#include "app/live/inference/live_record.h"

#include <chrono>

namespace locklab::app {

LiveRecord::LiveRecord(const redis::Loop& loop, sim::Trace& trace, Listener* listener)
    : loop_(loop), trace_(trace), listener_(listener) {
  begin();
}

void LiveRecord::begin() {
  start_us_ = loop_.time_us();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  trace_.info.began_us = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

void LiveRecord::add(sim::Event& event, const Reply* reply) {
  event.at = now_us();
  if (listener_) listener_->before(event, reply);
  trace_.add(event);
  if (listener_) listener_->after();
}

}  // namespace locklab::app
