// The part of Network that opens and closes connections.
#include <algorithm>

#include "sim/wire/network.h"

namespace locklab::sim {

WireConnection* Network::connect(Link& link, const Exchange& first) {
  WireConnection*& current = link.current[index(first.line())];
  if (free_connections_.empty()) {
    free_connections_.push_back(&connections_.emplace_back());
    free_connections_.back()->number = static_cast<std::uint32_t>(connections_.size() - 1);
  }
  current = free_connections_.back();
  free_connections_.pop_back();
  current->users = 1;
  current->client = first.client;
  current->from = first.from;
  current->node = first.node;
  current->line = first.line();
  current->has_begun = !link.cut();
  if (current->line == Line::pushes) close_older(*current);
  return current;
}

/// Closes the client's earlier connections for the same node's pushes: a new subscription must not
/// read older pushes still in flight.
void Network::close_older(const WireConnection& opened) {
  for (WireConnection& other : connections_)
    if (&other != &opened && other.users > 0 && other.from == opened.from &&
        other.node == opened.node && other.line == opened.line)
      other.closed_by_client = true;
}

void Network::let_go(WireConnection* connection) {
  LOCKLAB_ASSERT(connection->users > 0u);
  if (--connection->users > 0) return;
  LOCKLAB_ASSERT(connection->waiting.empty());
  const std::uint32_t number = connection->number;
  *connection = WireConnection();
  connection->number = number;
  free_connections_.push_back(connection);
}

void Network::drop_connection(ClientId client, NodeId node, Line line, Silence silence) {
  if (const WireConnection* current = link(client, node).current[index(line)])
    drop_connection(*current, silence);
}

void Network::drop_connections(ClientId client, Silence silence) {
  for (std::size_t n = 0; n <= nodes(); ++n)
    for (const Line line : {Line::commands, Line::pushes})
      drop_connection(client, n < nodes() ? static_cast<NodeId>(n) : resource_node, line, silence);
}

void Network::drop_connection(const WireConnection& connection, Silence silence) {
  WireConnection*& current = link(connection.from, connection.node).current[index(connection.line)];
  if (current != &connection) return;
  WireConnection& dropped = *current;
  current = nullptr;
  dropped.closed_by_client = true;
  for (Exchange* exchange : dropped.waiting) {
    exchange->silence = silence;
    queue_.set(exchange->deadline, now_us_);
  }
  if (!dropped.has_begun) lose_unsent(dropped);
  ended(dropped);
}

/// Loses what was queued on a connection whose handshake never completed: it has not left its
/// client's machine. Only messages of an established connection may still arrive.
void Network::lose_unsent(const WireConnection& never_begun) {
  Link& of = link(never_begun.from, never_begun.node);
  for (Exchange& exchange : exchanges_) {
    if (exchange.connection != &never_begun || exchange.stage != Stage::request) continue;
    std::erase(departing_, &exchange);
    std::erase(of.stalled, &exchange);
    exchange.stalled = false;
    lose(exchange, Loss::never_opened);
  }
}

bool Link::cut() const {
  return std::any_of(faults.begin(), faults.end(),
                     [](const LinkFault& fault) { return fault.kind == FaultKind::cut; });
}

void Network::begin_connections(const Link& link) {
  if (link.cut()) return;
  for (WireConnection* connection : link.current)
    if (connection) connection->has_begun = true;
}

/// Notifies the client that its pushes have ended, if they used this connection, and releases the
/// link's reference to the connection, which the caller has removed from the link.
void Network::ended(WireConnection& connection) {
  if (connection.line == Line::pushes && !connection.client->gone())
    connection.client->pushes_ended(connection.node);
  let_go(&connection);
}

void Network::node_died(NodeId node, bool silently) {
  for (WireConnection& connection : connections_)
    if (connection.users > 0 && connection.node == node && connection.has_begun)
      connection.dead_at_node = true;
  if (silently) return;
  for (std::size_t c = 0; c < sent_by_.size(); ++c) {
    Link& link = this->link(static_cast<ClientId>(c), node);
    for (WireConnection* current : link.current)
      if (current && current->has_begun) current->end_is_late = true;
    tell_late_ends(link);
  }
}

/// Notifies the client of its connections that the node has ended, unless a fault blocks that
/// notice, too.
void Network::tell_late_ends(Link& link) {
  const bool stands_still = std::any_of(link.faults.begin(), link.faults.end(), [](const auto& f) {
    return f.replies && (f.kind == FaultKind::cut || (f.kind == FaultKind::hold && f.all));
  });
  if (stands_still) return;
  for (WireConnection*& current : link.current)
    if (current && current->end_is_late) ended(*std::exchange(current, nullptr));
}

bool Link::open() const {
  return std::any_of(current.begin(), current.end(),
                     [](const WireConnection* connection) { return connection != nullptr; });
}

void Network::reset(ClientId client, NodeId node) {
  Link& to = link(client, node);
  const auto is_current = [&](const WireConnection* connection) {
    return connection &&
           std::find(to.current.begin(), to.current.end(), connection) != to.current.end();
  };
  for (Exchange& exchange : exchanges_) {
    if (!is_current(exchange.connection)) continue;
    const bool departs = std::erase(departing_, &exchange) > 0;
    if (!departs && !exchange.in_flight()) continue;
    if (exchange.stalled) std::erase(to.stalled, &exchange);
    exchange.stalled = false;
    lose(exchange, Loss::connection_reset);
  }
  // lose() may have freed exchanges that nobody waited for, but the link still holds its
  // connections.
  for (const Line line : {Line::commands, Line::pushes})
    drop_connection(client, node, line, Silence::reset);
}

}  // namespace locklab::sim
