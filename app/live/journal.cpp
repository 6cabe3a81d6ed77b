#include "app/live/journal.h"

#include <uv.h>

namespace locklab::app {

Journal::Journal(Trace& trace, Listener* listener)
    : trace_(trace), listener_(listener), start_ns_(uv_hrtime()) {}

std::int64_t Journal::now_us() const {
  return static_cast<std::int64_t>((uv_hrtime() - start_ns_) / 1000);
}

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
