// The part of Network that applies faults to the messages of a link.
#include <algorithm>

#include "sim/wire/network.h"

namespace locklab::sim {

namespace {

/// Whether an earlier message of the same connection is stalled, which this one cannot overtake.
bool stalls_behind(const Link& link, const Exchange& exchange) {
  return !link.stalled.empty() &&
         std::any_of(link.stalled.begin(), link.stalled.end(), [&](const Exchange* other) {
           return other->connection == exchange.connection && other->stage == exchange.stage;
         });
}

}  // namespace

bool Network::catches(const LinkFault& fault, const Exchange& exchange) {
  return fault.concerns(exchange.stage) &&
         (fault.command.empty() || fault.names(verb(exchange.command.words())));
}

void Network::carry(Exchange& exchange, Link& link) {
  if (exchange.torn_off) return lose(exchange, Loss::connection_lost);
  for (std::size_t i = 0; i < link.faults.size(); ++i) {
    LinkFault& fault = link.faults[i];
    if (fault.kind != FaultKind::drop || !catches(fault, exchange)) continue;
    const FaultToken token = fault.token;
    count_down(fault, link);
    if (fault.still == 0) link.faults.erase(link.faults.begin() + static_cast<std::ptrdiff_t>(i));
    return drop(exchange, link, token);
  }
  if (!keeps(link, exchange)) return travel(exchange, link);
  exchange.stalled = true;
  link.stalled.push_back(&exchange);
}

/// Whether the message cannot move now: the link is cut, its connection is not established, a hold
/// has caught it or catches it here, or an earlier message of its connection is stalled.
bool Network::keeps(Link& link, Exchange& exchange) {
  bool cut = !exchange.connection->has_begun;
  for (const LinkFault& fault : link.faults)
    cut |= fault.kind == FaultKind::cut && fault.concerns(exchange.stage);
  if (cut || exchange.held_by != 0) return true;
  for (LinkFault& fault : link.faults) {
    if (fault.kind != FaultKind::hold || !catches(fault, exchange)) continue;
    if (!fault.all && fault.still == 0) continue;
    if (!fault.all) count_down(fault, link);
    exchange.held_by = fault.token;
    return true;
  }
  return stalls_behind(link, exchange);
}

void Network::count_down(LinkFault& fault, const Link& link) {
  LOCKLAB_ASSERT(fault.still > 0u);
  --fault.still;
  if (!fault.together) return;
  for (Link& other : links_) {
    if (&other == &link) continue;
    for (LinkFault& same : other.faults)
      if (same.token == fault.token) same.still = fault.still;
    std::erase_if(other.faults, [](const LinkFault& one) { return one.spent(); });
  }
}

/// Marks the requests behind a dropped one as torn off, since a connection never delivers what
/// follows a gap. Requests in flight or stalled again were sent before it.
void Network::tear_off_behind(const Exchange& dropped, const Link& link) {
  for (Exchange& other : exchanges_) {
    if (&other == &dropped || other.connection != dropped.connection) continue;
    if (other.stage != Stage::request || other.wire.pending()) continue;
    const auto kept = std::find(link.stalled.begin(), link.stalled.end(), &other);
    if (kept == link.stalled.end()) other.torn_off = true;
  }
}

void Network::drop(Exchange& exchange, Link& link, FaultToken token) {
  Event event;
  event.kind = EventKind::link_reset;
  event.client = exchange.from;
  event.node = exchange.node;
  event.fault = token;
  record_.add(event, "a message was dropped");
  for (const Link& other : links_)
    if (other.place_of(token) != 0) LOCKLAB_ASSERT(other.still_of(token) == link.still_of(token));
  WireConnection& connection = *exchange.connection;
  const bool current = link.current[index(connection.line)] == &connection;
  if (exchange.stage == Stage::request) tear_off_behind(exchange, link);
  lose(exchange, Loss::dropped);
  if (current) drop_connection(connection, Silence::lost);
}

void Network::strike(ClientId client, NodeId node, const LinkFault& fault) {
  Link& to = link(client, node);
  to.faults.push_back(fault);
  if (fault.kind == FaultKind::cut) catch_in_flight(client, node, to);
}

/// Stops the messages in flight when a link is cut: they do not get through either. Their
/// connection sends them again once the link is healed.
void Network::catch_in_flight(ClientId client, NodeId node, Link& link) {
  std::vector<Exchange*> caught;
  for (Exchange& exchange : exchanges_) {
    if (!exchange.in_flight() || exchange.stalled) continue;
    if (exchange.from != client || exchange.node != node) continue;
    if (link.faults.back().concerns(exchange.stage)) caught.push_back(&exchange);
  }
  std::sort(caught.begin(), caught.end(),
            [](const Exchange* a, const Exchange* b) { return a->message < b->message; });
  for (Exchange* exchange : caught) {
    stop_wire(*exchange);
    last_arrival(*exchange) = now_us_;  // nothing in flight is left to overtake
    exchange->stalled = true;
    link.stalled.push_back(exchange);
  }
}

bool Network::end(ClientId client, NodeId node, FaultKind kind, FaultToken token) {
  Link& of = link(client, node);
  const auto ends = [&](const LinkFault& fault) {
    return fault.kind == kind && (token == every_fault || fault.token == token);
  };
  if (kind == FaultKind::hold)
    for (Exchange* exchange : of.stalled)
      if (token == every_fault || exchange->held_by == token) exchange->held_by = 0;
  if (std::erase_if(of.faults, ends) == 0) return false;
  go_on(of);
  return true;
}

std::size_t Network::count(ClientId client, NodeId node, FaultKind kind, FaultToken token) const {
  const std::vector<LinkFault>& faults = link(client, node).faults;
  return static_cast<std::size_t>(
      std::count_if(faults.begin(), faults.end(), [&](const LinkFault& fault) {
        return fault.kind == kind && (token == every_fault || fault.token == token);
      }));
}

std::size_t Link::place_of(FaultToken token) const {
  const auto found = std::find_if(faults.begin(), faults.end(),
                                  [&](const LinkFault& fault) { return fault.token == token; });
  return found == faults.end() ? 0 : static_cast<std::size_t>(found - faults.begin()) + 1;
}

std::uint32_t Link::still_of(FaultToken token) const {
  const std::size_t place = place_of(token);
  return place == 0 ? 0 : faults[place - 1].still;
}

void Network::go_on(Link& link) {
  begin_connections(link);
  const std::vector<Exchange*> waiting = std::exchange(link.stalled, {});
  for (Exchange* exchange : waiting) {
    exchange->stalled = false;
    carry(*exchange, link);
  }
  tell_late_ends(link);
}

}  // namespace locklab::sim
