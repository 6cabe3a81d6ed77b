#include "app/gui/source_state.h"

#include <algorithm>

namespace locklab::app {

SourceState source_state(const Trace& trace, const std::vector<std::uint32_t>& lane_events,
                         std::size_t events) {
  SourceState state;
  auto at = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  while (at != lane_events.begin()) {
    const Event& event = trace[*--at];
    // What it asks the resource is its own work, not the lock's.
    if (event.kind != EventKind::sent || event.place >= trace.places().size()) continue;
    const Place& place = trace.places()[event.place];
    if (!place.file.starts_with("lock/")) continue;
    state.file = place.file;
    state.line = place.line;
    state.sent = *at;
    state.waits = true;
    for (auto later = at; later != lane_events.end() && *later < events; ++later) {
      const Event& answer = trace[*later];
      if (answer.message != event.message) continue;
      if (answer.kind != EventKind::received && answer.kind != EventKind::timed_out) continue;
      state.reply = *later;
      state.waits = false;
    }
    break;
  }
  return state;
}

}  // namespace locklab::app
