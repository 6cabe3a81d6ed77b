#include "sim/wire/link_strike.h"

#include <algorithm>

namespace locklab::sim {

LinkFault link_fault(const Fault& fault, FaultToken token) {
  LinkFault on_link;
  on_link.token = token;
  on_link.kind = fault.kind;
  on_link.requests = fault.requests;
  on_link.replies = fault.replies;
  on_link.by = fault.duration.value_or(Duration(0));
  on_link.jitter = fault.jitter;
  on_link.still = fault.count;
  on_link.command = fault.command;
  if (fault.kind == FaultKind::hold) {
    on_link.all = fault.count == 0;  // without a count, `still` stays 0
  } else {
    on_link.still = std::max(fault.count, 1u);
  }
  const bool counts = fault.kind == FaultKind::drop || fault.kind == FaultKind::delay ||
                      (fault.kind == FaultKind::hold && fault.count > 0);
  on_link.together = counts && (fault.client == no_client || fault.node == no_node);
  return on_link;
}

std::optional<Event> link_struck(const Fault& fault, FaultToken token, ClientId client, NodeId node,
                                 Trace* trace) {
  Event event;
  event.client = client;
  event.node = node;
  event.fault = token;
  event.detail = static_cast<std::uint8_t>((fault.requests ? 1 : 0) | (fault.replies ? 2 : 0));
  switch (fault.kind) {
    case FaultKind::reset:
      event.kind = EventKind::link_reset;
      return event;
    case FaultKind::cut:
      event.kind = EventKind::link_cut;
      return event;
    case FaultKind::slow:
      event.kind = EventKind::link_slowed;
      event.value = us(fault.duration.value_or(Duration(0)));
      return event;
    case FaultKind::hold:
      event.kind = EventKind::link_held;
      if (trace && !fault.command.empty()) event.text = trace->keep(fault.command);
      return event;
    default:
      return std::nullopt;
  }
}

std::span<const FaultKind> ended_by(FaultKind kind) {
  static constexpr FaultKind all[] = {FaultKind::cut, FaultKind::slow, FaultKind::hold};
  if (kind == FaultKind::heal) return all;
  if (kind == FaultKind::release) return std::span(all).last(1);
  return {};
}

Event link_fault_over(FaultKind kind, FaultToken token, ClientId client, NodeId node,
                      bool standing) {
  Event event;
  event.kind = kind == FaultKind::hold ? EventKind::link_released : EventKind::link_healed;
  event.client = client;
  event.node = node;
  event.fault = token;
  event.detail = kind == FaultKind::slow;
  event.standing = standing;
  return event;
}

}  // namespace locklab::sim
