#include "sim/trace/state/fault_states.h"

namespace locklab::sim {

namespace {

/// The directions of a cut or a hold. A trace from elsewhere may omit them, which means both.
std::uint8_t ways_of(const Event& event) {
  const std::uint8_t ways = event.detail & 3;
  return ways == 0 ? 3 : ways;
}

}  // namespace

void FaultStates::on(const Event& event) {
  using LinkFault = StandingLinkFault::Kind;
  const LinkPlace link{event.client, event.node};
  switch (event.kind) {
    case EventKind::started:
      return clients_.start(event.client);
    case EventKind::client_crashed:
      return clients_.crash(event.client);
    case EventKind::client_paused:
      return clients_.pause(event.client, event.fault);
    case EventKind::client_resumed:
      return clients_.resume(event.client, event.fault);
    case EventKind::node_killed:
      return nodes_.kill(event.node, event.fault, event.detail == 1);
    case EventKind::node_stopped:
      return nodes_.stop(event.node, event.fault);
    case EventKind::node_refuses:
      return nodes_.refuse(event.node, event.fault);
    case EventKind::node_accepts:
      return nodes_.accept(event.node, event.fault);
    case EventKind::node_busy:
      return nodes_.keep_busy(event.node);
    case EventKind::node_continued:
      return nodes_.go_on(event.node, event.fault);
    case EventKind::node_restarted:
      return nodes_.restart(event.node, event.fault);
    case EventKind::link_cut:
      return links_.begin({link, LinkFault::cut, event.fault, ways_of(event)});
    case EventKind::link_held:
      return links_.begin({link, LinkFault::hold, event.fault, ways_of(event)});
    case EventKind::link_slowed:
      return links_.begin({link, LinkFault::slow, event.fault, 0, event.value});
    case EventKind::link_healed:
      return links_.heal(link, event.fault);
    case EventKind::link_released:
      return links_.release(link, event.fault);
    default:
      return;
  }
}

}  // namespace locklab::sim
