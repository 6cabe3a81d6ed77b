#include "sim/world/network.h"

#include <algorithm>

#include "sim/world/client.h"
#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void wire_fired(World& world, Timer& timer) {
  Exchange& exchange = *static_cast<Exchange*>(timer.owner);
  switch (exchange.stage) {
    case Stage::request:
      world.request_arrived(exchange);
      break;
    case Stage::at_node:
      world.node(exchange.node).wait_over(exchange);
      break;
    default:
      exchange.client->reply_arrived(exchange);
  }
}

void deadline_fired(World&, Timer& timer) {
  Exchange& exchange = *static_cast<Exchange*>(timer.owner);
  exchange.client->deadline_passed(exchange);
}

/// Whether an earlier message of its connection waits on its way: it cannot overtake it.
bool stalls_behind(const Link& link, const Exchange& exchange) {
  return !link.stalled.empty() &&
         std::any_of(link.stalled.begin(), link.stalled.end(), [&](const Exchange* other) {
           return other->connection == exchange.connection && other->stage == exchange.stage;
         });
}

bool in_flight(const Exchange& exchange) {
  return exchange.stage == Stage::request || exchange.stage == Stage::reply;
}

}  // namespace

Exchange::Exchange()
    : wire(wire_fired, this, TimerKind::wire), deadline(deadline_fired, this, TimerKind::deadline) {
  is_exchange = true;
}

Network::Network(World& world, const Scenario& scenario, Choice& choice)
    : world_(world),
      choice_(choice),
      nodes_(scenario.nodes.size()),
      links_(scenario.clients.size() * (nodes_ + 1)),
      sent_by_(scenario.clients.size()) {
  for (std::size_t c = 0; c < scenario.clients.size(); ++c) {
    for (std::size_t n = 0; n <= nodes_; ++n) {
      const std::string& node = n < nodes_ ? scenario.nodes[n].name : scenario.resource;
      Link& link = links_[c * (nodes_ + 1) + n];
      link.latency = scenario.latency;
      link.jitter = scenario.jitter;
      for (const LinkSpec& spec : scenario.links) {
        if (!spec.client.empty() && spec.client != scenario.clients[c].name) continue;
        if (!spec.node.empty() && spec.node != node) continue;
        link.latency = spec.latency;
        link.jitter = spec.jitter;
      }
    }
  }
}

Link& Network::link(ClientId client, NodeId node) {
  const std::size_t column = node == resource_node ? nodes_ : index(node);
  return links_[index(client) * (nodes_ + 1) + column];
}

/// In a search a message's number follows from its client's own past: it must not matter in which
/// order clients that know nothing of each other have sent.
std::uint32_t Network::next_message(ClientId client) {
  if (!world_.orders()) return ++messages_;
  const auto clients = static_cast<std::uint32_t>(sent_by_.size());
  return sent_by_[index(client)]++ * clients + index(client) + 1;
}

bool Network::expects_reply(ClientId client, NodeId node) const {
  return std::any_of(exchanges_.begin(), exchanges_.end(), [&](const Exchange& exchange) {
    return exchange.from == client && exchange.node == node &&
           (exchange.stage == Stage::request || exchange.stage == Stage::at_node);
  });
}

bool Network::loses_replies() const {
  return std::any_of(links_.begin(), links_.end(),
                     [](const Link& link) { return link.replies.drop_next > 0; });
}

std::size_t Network::awaited_by(ClientId client) const {
  return static_cast<std::size_t>(
      std::count_if(exchanges_.begin(), exchanges_.end(), [&](const Exchange& exchange) {
        return exchange.from == client && exchange.call && exchange.stage != Stage::over;
      }));
}

Exchange& Network::open(Client& client, NodeId node, const Command& command, Call& call) {
  if (free_exchanges_.empty()) free_exchanges_.push_back(&exchanges_.emplace_back());
  Exchange& exchange = *free_exchanges_.back();
  free_exchanges_.pop_back();
  exchange.client = &client;
  exchange.cancelled = false;
  exchange.from = client.id();
  exchange.text = world_.trace().keep(command.packed());
  exchange.words = world_.trace().words(exchange.text);
  exchange.purpose = command.purpose;
  exchange.acquisition = command.acquisition;
  exchange.script = command.script;
  exchange.call = &call;
  exchange.node = node;
  exchange.message = next_message(client.id());
  exchange.stage = Stage::outbox;
  exchange.failure = nullptr;
  exchange.delayed = Duration(0);
  exchange.received = false;
  exchange.reply_text = no_text;
  ++live_;
  return exchange;
}

Connection* Network::connect(Link& link) {
  if (!link.current) {
    if (free_connections_.empty()) free_connections_.push_back(&connections_.emplace_back());
    link.current = free_connections_.back();
    free_connections_.pop_back();
    link.current->users = 1;
  }
  return link.current;
}

void Network::let_go(Connection* connection) {
  if (--connection->users > 0) return;
  *connection = Connection();
  free_connections_.push_back(connection);
}

void Network::send(Exchange& exchange) {
  Link& to = link(exchange.from, exchange.node);
  exchange.connection = connect(to);
  ++exchange.connection->users;
  if (exchange.call) exchange.connection->waiting.push_back(&exchange);
  exchange.stage = Stage::request;
  leave(exchange, to);
}

void Network::answer(Exchange& exchange) {
  exchange.stage = Stage::reply;
  leave(exchange, link(exchange.from, exchange.node));
}

void Network::leave(Exchange& exchange, Link& on) {
  Way& way = on.way(exchange.stage);
  if (way.clear() && on.stalled.empty()) return travel(exchange, on);
  if (way.delay_next > 0) {
    --way.delay_next;
    exchange.delayed = way.delay;
    Event event = exchange.event(EventKind::message_delayed);
    event.detail = exchange.stage == Stage::reply;
    event.value = us(way.delay);
    world_.record(event);
  }
  carry(exchange, on);
}

void Network::refuse(Exchange& exchange, const char* why) {
  exchange.failure = why;
  answer(exchange);
}

void Network::carry(Exchange& exchange, Link& link) {
  Way& way = link.way(exchange.stage);
  if (way.drop_next > 0) {
    --way.drop_next;
    Event event;
    event.kind = EventKind::link_reset;
    event.client = exchange.from;
    event.node = exchange.node;
    world_.record(event, "a message was dropped");
    lose(exchange, "dropped on its way");
    drop_connection(*exchange.client, exchange.node, "connection lost");
    return;
  }
  if (way.cut || way.hold_all || way.hold_next > 0 || stalls_behind(link, exchange)) {
    if (!way.cut && way.hold_next > 0) --way.hold_next;
    exchange.stalled = true;
    link.stalled.push_back(&exchange);
    return;
  }
  travel(exchange, link);
}

void Network::travel(Exchange& exchange, const Link& link) {
  std::int64_t latency = us(link.latency) + us(link.slowed);
  if (link.jitter > Duration(0)) {
    const auto spread = static_cast<std::uint64_t>(us(link.jitter));
    latency += static_cast<std::int64_t>(choice_.amount(2 * spread, spread, "latency") - spread);
  }
  Connection& connection = *exchange.connection;
  std::int64_t& last =
      exchange.stage == Stage::request ? connection.last_request_at : connection.last_reply_at;
  last = std::max(last, world_.now() + std::max<std::int64_t>(latency, 1));
  last += us(std::exchange(exchange.delayed, Duration(0)));  // and nothing behind it overtakes it
  world_.queue().set(exchange.wire, last);
}

void Network::lose(Exchange& exchange, const char* why) {
  Event event = exchange.event(EventKind::message_lost);
  event.detail = exchange.stage != Stage::request && exchange.stage != Stage::at_node;
  world_.queue().cancel(exchange.wire);
  world_.record(event, why);
  settle(exchange);
}

void Network::settle(Exchange& exchange) {
  exchange.stage = Stage::over;
  free_if_unused(exchange);
}

void Network::stop_waiting(Exchange& exchange) {
  world_.queue().cancel(exchange.deadline);
  exchange.call = nullptr;
  if (exchange.connection) std::erase(exchange.connection->waiting, &exchange);
  free_if_unused(exchange);
}

void Network::close(Exchange& exchange) {
  exchange.stage = Stage::over;
  if (exchange.call) {
    exchange.call->slot = nullptr;
    stop_waiting(exchange);
  } else {
    free_if_unused(exchange);
  }
}

void Network::free_if_unused(Exchange& exchange) {
  if (exchange.stage != Stage::over || exchange.call) return;
  if (exchange.connection) let_go(std::exchange(exchange.connection, nullptr));
  free_exchanges_.push_back(&exchange);
  --live_;
}

void Network::drop_connection(Client& client, NodeId node, const char* why) {
  Link& from = link(client.id(), node);
  if (!from.current) return;
  Connection* connection = std::exchange(from.current, nullptr);
  connection->closed_by_client = true;
  for (Exchange* exchange : connection->waiting) {
    exchange->failure = why;
    world_.queue().set(exchange->deadline, world_.now());
  }
  let_go(connection);
}

void Network::node_died(NodeId node) {
  for (std::size_t c = 0; c * (nodes_ + 1) < links_.size(); ++c) {
    Link& to = link(static_cast<ClientId>(c), node);
    if (!to.current) continue;
    Connection* connection = std::exchange(to.current, nullptr);
    connection->dead_at_node = true;
    let_go(connection);
  }
}

void Network::node_lost_power(NodeId node) {
  for (std::size_t c = 0; c * (nodes_ + 1) < links_.size(); ++c) {
    Link& to = link(static_cast<ClientId>(c), node);
    if (to.current) to.current->dead_at_node = true;
  }
}

void Network::cut(ClientId client, NodeId node, bool requests, bool replies) {
  Link& to = link(client, node);
  to.requests.cut |= requests;
  to.replies.cut |= replies;
  // What is on its way now does not get through either; the connection sends it again after it is
  // healed.
  std::vector<Exchange*> caught;
  for (Exchange& exchange : exchanges_) {
    if (!in_flight(exchange) || exchange.stalled) continue;
    if (exchange.from != client || exchange.node != node) continue;
    if (to.way(exchange.stage).cut) caught.push_back(&exchange);
  }
  std::sort(caught.begin(), caught.end(),
            [](const Exchange* a, const Exchange* b) { return a->message < b->message; });
  for (Exchange* exchange : caught) {
    world_.queue().cancel(exchange->wire);
    exchange->stalled = true;
    to.stalled.push_back(exchange);
  }
}

void Network::let_go(Link& link) {
  const std::vector<Exchange*> waiting = std::exchange(link.stalled, {});
  for (Exchange* exchange : waiting) {
    exchange->stalled = false;
    carry(*exchange, link);
  }
}

void Network::heal(ClientId client, NodeId node) {
  Link& to = link(client, node);
  to.requests = {};
  to.replies = {};
  to.slowed = Duration(0);
  let_go(to);
}

void Network::hold(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count) {
  Link& to = link(client, node);
  for (Way* way : {requests ? &to.requests : nullptr, replies ? &to.replies : nullptr}) {
    if (!way) continue;
    way->hold_all = count == 0;
    way->hold_next = count;
  }
}

void Network::release(ClientId client, NodeId node) {
  Link& to = link(client, node);
  for (Way* way : {&to.requests, &to.replies}) {
    way->hold_all = false;
    way->hold_next = 0;
  }
  let_go(to);
}

void Network::drop(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count) {
  Link& to = link(client, node);
  if (requests) to.requests.drop_next = std::max(count, 1u);
  if (replies) to.replies.drop_next = std::max(count, 1u);
}

void Network::delay(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count,
                    Duration by) {
  Link& to = link(client, node);
  for (Way* way : {requests ? &to.requests : nullptr, replies ? &to.replies : nullptr}) {
    if (!way) continue;
    way->delay_next = std::max(count, 1u);
    way->delay = by;
  }
}

void Network::reset(ClientId client, NodeId node) {
  Link& to = link(client, node);
  Connection* current = to.current;
  if (!current) return;
  for (Exchange& exchange : exchanges_) {
    if (exchange.connection != current || !in_flight(exchange)) continue;
    if (exchange.stalled) std::erase(to.stalled, &exchange);
    exchange.stalled = false;
    lose(exchange, "connection reset");
  }
  // lose() may have freed what nobody waited for, but the link still holds the connection.
  drop_connection(world_.client(client), node, "connection reset");
}

}  // namespace locklab::sim
