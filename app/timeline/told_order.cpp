#include "app/timeline/told_order.h"

#include <algorithm>

namespace locklab::app {

namespace {

/// A command that a node ran, and the changes that follow it at once: first and last event.
struct Group {
  std::uint32_t first = 0, last = 0;
};

bool is_change_of(const sim::Event& event, const sim::Event& ran) {
  const bool changes = is_key_event(event.kind) || event.kind == sim::EventKind::resource_wrote ||
                       event.kind == sim::EventKind::resource_read ||
                       event.kind == sim::EventKind::resource_rejected;
  return changes && event.message != 0 && event.message == ran.message && event.at == ran.at &&
         event.node == ran.node;
}

Group group_of(const sim::Trace& trace, std::uint32_t event) {
  std::uint32_t first = event;
  while (first > trace.first() && trace[first].kind != sim::EventKind::ran &&
         is_change_of(trace[first], trace[event]))
    --first;
  if (trace[first].kind != sim::EventKind::ran || trace[first].message != trace[event].message)
    return {event, event};
  std::uint32_t last = first;
  while (last + 1 < trace.size() && is_change_of(trace[last + 1], trace[first])) ++last;
  return {first, last};
}

/// Whether the moment after `events` events lies within a group.
bool parts_a_group(const sim::Trace& trace, std::size_t events) {
  if (events <= trace.first() || events >= trace.size()) return false;
  return group_of(trace, static_cast<std::uint32_t>(events - 1)).last >= events;
}

}  // namespace

std::uint32_t told_at(const sim::Trace& trace, std::uint32_t place) {
  const Group group = group_of(trace, place);
  return place < group.last ? place + 1 : group.first;
}

std::uint32_t place_of(const sim::Trace& trace, std::uint32_t event) {
  const Group group = group_of(trace, event);
  return event == group.first ? group.last : event - 1;
}

std::size_t step_up(const sim::Trace& trace, std::size_t events) {
  return parts_a_group(trace, events)
             ? std::size_t{group_of(trace, static_cast<std::uint32_t>(events - 1)).last} + 1
             : std::min(events, trace.size());
}

std::size_t step_down(const sim::Trace& trace, std::size_t events) {
  return parts_a_group(trace, events)
             ? std::size_t{group_of(trace, static_cast<std::uint32_t>(events - 1)).first}
             : std::min(events, trace.size());
}

}  // namespace locklab::app
