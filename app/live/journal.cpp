#include "app/live/journal.h"

#include "lock/redis/loop.h"

namespace locklab::app {

Journal::Journal(Trace& trace, Listener* listener)
    : trace_(trace), listener_(listener), start_us_(redis::Loop::now_us()) {}

void Journal::begin() { start_us_ = redis::Loop::now_us(); }

std::int64_t Journal::now_us() const { return redis::Loop::now_us() - start_us_; }

void Journal::add(const Event& event, const Reply* reply) {
  if (listener_) listener_->before(event, reply);
  trace_.add(event);
  if (listener_) listener_->after();
}

void Journal::add_now(Event event) {
  event.at = now_us();
  add(event);
}

}  // namespace locklab::app
