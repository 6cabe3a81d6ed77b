#include "app/timeline/words/told_order.h"

#include <algorithm>

namespace locklab::app {

namespace {

bool is_change_of(const sim::Event& event, const sim::Event& ran) {
  const bool changes = is_key_event(event.kind) || event.kind == sim::EventKind::resource_wrote ||
                       event.kind == sim::EventKind::resource_read ||
                       event.kind == sim::EventKind::resource_rejected;
  return changes && event.message != 0 && event.message == ran.message && event.at == ran.at &&
         event.node == ran.node;
}

/// Whether an event explains `head`, which precedes it in the trace: a change made by the command,
/// or the loss of the message for which the client waited.
bool explains(const sim::Event& event, const sim::Event& head) {
  if (head.kind == sim::EventKind::ran) return is_change_of(event, head);
  return head.kind == sim::EventKind::timed_out && event.kind == sim::EventKind::message_lost &&
         event.message == head.message && event.at == head.at;
}

bool is_head(sim::EventKind kind) {
  return kind == sim::EventKind::ran || kind == sim::EventKind::timed_out;
}

/// Whether the moment after `events` events lies within a group.
bool parts_a_group(const sim::Trace& trace, std::size_t events) {
  if (events <= trace.first() || events >= trace.size()) return false;
  return group_of(trace, static_cast<std::uint32_t>(events - 1)).last >= events;
}

}  // namespace

ToldGroup group_of(const sim::Trace& trace, std::uint32_t event) {
  std::uint32_t first = event;
  while (first > trace.first() && trace[first].at == trace[event].at &&
         trace[first].message == trace[event].message && !is_head(trace[first].kind))
    --first;
  if (first != event && !explains(trace[event], trace[first])) return {event, event};
  std::uint32_t last = first;
  while (last + 1 < trace.size() && explains(trace[last + 1], trace[first])) ++last;
  return {first, last};
}

std::uint32_t told_at(const sim::Trace& trace, std::uint32_t place) {
  const ToldGroup group = group_of(trace, place);
  return place < group.last ? place + 1 : group.first;
}

std::uint32_t place_of(const sim::Trace& trace, std::uint32_t event) {
  const ToldGroup group = group_of(trace, event);
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
