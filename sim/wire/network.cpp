#include "sim/wire/network.h"

#include <algorithm>
#include <functional>

namespace locklab::sim {

namespace {

/// Whether an earlier message of its connection waits on its way: it cannot overtake it.
bool stalls_behind(const Link& link, const Exchange& exchange) {
  return !link.stalled.empty() &&
         std::any_of(link.stalled.begin(), link.stalled.end(), [&](const Exchange* other) {
           return other->connection == exchange.connection && other->stage == exchange.stage;
         });
}

/// Whether it is on its way, or kept there.
bool in_flight(const Exchange& exchange) {
  const bool leg = exchange.stage == Stage::request || exchange.stage == Stage::reply;
  return leg && (exchange.stalled || exchange.wire.pending());
}

}  // namespace

Exchange::Exchange(Network& carrier)
    : wire(Network::wire_fired, this, TimerKind::wire),
      deadline(Network::deadline_fired, this, TimerKind::deadline),
      network(carrier) {}

void Network::wire_fired(Timer& timer) {
  Exchange& exchange = *static_cast<Exchange*>(timer.owner);
  switch (exchange.stage) {
    case Stage::request:
      return exchange.network.services_.request_arrived(exchange);
    case Stage::at_node:
      return exchange.network.services_.wait_over(exchange);
    default:
      return exchange.network.reply_arrived(exchange);
  }
}

void Network::deadline_fired(Timer& timer) {
  Exchange& exchange = *static_cast<Exchange*>(timer.owner);
  exchange.client->deadline_passed(exchange);
}

Network::Network(const Surroundings& around, const Scenario& scenario)
    : now_us_(around.now_us),
      queue_(around.queue),
      agenda_(around.agenda),
      record_(around.record),
      choice_(around.choice),
      services_(around.services),
      orders_(around.choice.orders()),
      scenario_(scenario),
      nodes_{scenario.resource} {
  for (const NodeSpec& node : scenario.nodes) nodes_.push_back(node.name);
  columns_ = nodes_.size();
  for (const ClientSpec& client : scenario.clients) add_client(client.name);
}

Link Network::make_link(const std::string& client, const std::string& node) const {
  Link link;
  link.latency = scenario_.latency;
  link.jitter = scenario_.jitter;
  for (const LinkSpec& spec : scenario_.links) {
    if (!spec.client.empty() && spec.client != client) continue;
    if (!spec.node.empty() && spec.node != node) continue;
    link.latency = spec.latency;
    link.jitter = spec.jitter;
  }
  return link;
}

ClientId Network::add_client(const std::string& name) {
  for (const std::string& node : nodes_) links_.push_back(make_link(name, node));
  clients_.push_back(name);
  sent_by_.push_back(0);
  return static_cast<ClientId>(clients_.size() - 1);
}

NodeId Network::add_node(const std::string& name) {
  std::vector<Link> wider;
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    for (std::size_t n = 0; n < columns_; ++n) wider.push_back(std::move(links_[c * columns_ + n]));
    wider.push_back(make_link(clients_[c], name));
  }
  links_ = std::move(wider);
  nodes_.push_back(name);
  columns_ = nodes_.size();
  return static_cast<NodeId>(columns_ - 2);
}

/// In a search a message's number follows from its client's own past: it must not matter in which
/// order clients that know nothing of each other have sent.
std::uint32_t Network::next_message(ClientId client) {
  if (!orders_) return ++messages_;
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
  return std::any_of(links_.begin(), links_.end(), [](const Link& link) {
    return std::any_of(link.faults.begin(), link.faults.end(), [](const LinkFault& fault) {
      return fault.kind == FaultKind::drop && fault.replies;
    });
  });
}

std::size_t Network::awaited_by(ClientId client) const {
  return static_cast<std::size_t>(
      std::count_if(exchanges_.begin(), exchanges_.end(), [&](const Exchange& exchange) {
        return exchange.from == client && exchange.call && exchange.stage != Stage::over;
      }));
}

/// A frame's number follows from what the node has pushed on its link before, for the same reason:
/// above those of requests, which a search does not have so many of.
std::uint32_t Network::next_push(Link& link) {
  if (!orders_) return ++messages_;
  constexpr std::uint32_t above_requests = 500'000;
  const auto links = static_cast<std::uint32_t>(links_.size());
  return above_requests + link.pushed++ * links + static_cast<std::uint32_t>(&link - links_.data());
}

Exchange& Network::take_exchange() {
  if (free_exchanges_.empty()) free_exchanges_.push_back(&exchanges_.emplace_back(*this));
  Exchange& exchange = *free_exchanges_.back();
  free_exchanges_.pop_back();
  exchange.begin_anew();
  exchange.held_by = 0;
  exchange.delayed = Duration(0);
  exchange.reply_text = no_text;
  ++live_;
  return exchange;
}

Exchange& Network::open(ClientEnd& client, ClientId from, NodeId node) {
  Exchange& exchange = take_exchange();
  exchange.client = &client;
  exchange.from = from;
  exchange.node = node;
  exchange.message = next_message(from);
  exchange.stage = Stage::outbox;
  return exchange;
}

Exchange& Network::push(std::uint32_t connection, Reply frame) {
  WireConnection& on = connections_[connection];
  Exchange& exchange = take_exchange();
  exchange.client = on.client;
  exchange.from = on.from;
  exchange.node = on.node;
  exchange.message = next_push(link(on.from, on.node));
  exchange.connection = &on;
  ++on.users;
  exchange.command = Command();
  exchange.reply = std::move(frame);
  exchange.sent = true;
  exchange.pushed = true;
  exchange.stage = Stage::at_node;
  return exchange;
}

WireConnection* Network::connect(Link& link, const Exchange& first) {
  const Line line = first.command.listens ? Line::pushes : Line::commands;
  WireConnection*& current = link.current[index(line)];
  if (current) return current;
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
  current->line = line;
  return current;
}

void Network::let_go(WireConnection* connection) {
  if (--connection->users > 0) return;
  const std::uint32_t number = connection->number;
  *connection = WireConnection();
  connection->number = number;
  free_connections_.push_back(connection);
}

void Network::send(Exchange& exchange) {
  Link& to = link(exchange.from, exchange.node);
  exchange.connection = connect(to, exchange);
  ++exchange.connection->users;
  if (exchange.call) exchange.connection->waiting.push_back(&exchange);
  exchange.stage = Stage::request;
  if (departing_.empty() && !record_.faults_wait()) return leave(exchange, to);
  departing_.push_back(&exchange);
  agenda_.add_first(*this);  // before its client does the next thing
}

bool Network::perform_next() {
  if (departing_.empty()) return false;
  Exchange& exchange = *departing_.front();
  departing_.erase(departing_.begin());
  leave(exchange, link(exchange.from, exchange.node));
  return !departing_.empty();
}

void Network::answer(Exchange& exchange) {
  exchange.stage = Stage::reply;
  leave(exchange, link(exchange.from, exchange.node));
}

void Network::leave(Exchange& exchange, Link& on) {
  if (on.faults.empty() && on.stalled.empty()) return travel(exchange, on);
  for (LinkFault& fault : on.faults) {
    if (fault.kind != FaultKind::delay || !fault.concerns(exchange.stage) || fault.still == 0)
      continue;
    --fault.still;
    exchange.delayed += fault.by;
    Event event = exchange.event(EventKind::message_delayed);
    event.detail = exchange.stage == Stage::reply;
    event.value = us(fault.by);
    event.fault = fault.token;
    record_.add(event);
  }
  std::erase_if(on.faults, [](const LinkFault& fault) {
    return fault.kind == FaultKind::delay && fault.still == 0;
  });
  carry(exchange, on);
}

void Network::refuse(Exchange& exchange, const char* why) {
  exchange.failure = why;
  answer(exchange);
}

void Network::carry(Exchange& exchange, Link& link) {
  for (std::size_t i = 0; i < link.faults.size(); ++i) {
    LinkFault& fault = link.faults[i];
    if (fault.kind != FaultKind::drop || !fault.concerns(exchange.stage)) continue;
    const FaultToken token = fault.token;
    if (--fault.still == 0) link.faults.erase(link.faults.begin() + static_cast<std::ptrdiff_t>(i));
    return drop(exchange, link, token);
  }
  if (!keeps(link, exchange)) return travel(exchange, link);
  exchange.stalled = true;
  link.stalled.push_back(&exchange);
}

/// Whether the message has to wait where it is: nothing passes, a hold has caught it, or an earlier
/// one of its connection waits.
bool Network::keeps(Link& link, Exchange& exchange) {
  bool cut = false;
  for (const LinkFault& fault : link.faults)
    cut |= fault.kind == FaultKind::cut && fault.concerns(exchange.stage);
  if (cut || exchange.held_by != 0) return true;
  for (LinkFault& fault : link.faults) {
    if (fault.kind != FaultKind::hold || !fault.concerns(exchange.stage)) continue;
    if (!fault.all && fault.still == 0) continue;
    if (!fault.all) --fault.still;
    exchange.held_by = fault.token;
    return true;
  }
  return stalls_behind(link, exchange);
}

void Network::drop(Exchange& exchange, Link& link, FaultToken token) {
  Event event;
  event.kind = EventKind::link_reset;
  event.client = exchange.from;
  event.node = exchange.node;
  event.fault = token;
  record_.add(event, "a message was dropped");
  WireConnection& connection = *exchange.connection;
  const bool current = link.current[index(connection.line)] == &connection;
  lose(exchange, "dropped on its way");
  if (current) drop_connection(connection, "connection lost");
}

void Network::travel(Exchange& exchange, const Link& link) {
  std::int64_t latency = us(link.latency);
  for (const LinkFault& fault : link.faults)
    if (fault.kind == FaultKind::slow) latency += us(fault.by);
  if (link.jitter > Duration(0)) {
    const auto spread = static_cast<std::uint64_t>(us(link.jitter));
    latency += static_cast<std::int64_t>(choice_.amount(2 * spread, spread, "latency") - spread);
  }
  WireConnection& connection = *exchange.connection;
  std::int64_t& last =
      exchange.stage == Stage::request ? connection.last_request_at : connection.last_reply_at;
  last = std::max(last, now_us_ + std::max<std::int64_t>(latency, 1));
  last += us(std::exchange(exchange.delayed, Duration(0)));  // and nothing behind it overtakes it
  queue_.set(exchange.wire, last);
}

/// A reply has reached its client's end of the connection.
void Network::reply_arrived(Exchange& exchange) {
  if (exchange.client->gone() || exchange.connection->closed_by_client) {
    exchange.client->reply_lost(exchange);
    Event lost = exchange.event(EventKind::message_lost);
    lost.detail = 1;
    record_.add(lost,
                exchange.client->gone() ? "the client is gone" : "the client had given up on it");
    return settle(exchange);
  }
  exchange.stage = Stage::mailbox;
  exchange.client->reply_arrived(exchange);
}

void Network::lose(Exchange& exchange, const char* why) {
  Event event = exchange.event(EventKind::message_lost);
  event.detail = exchange.stage != Stage::request && exchange.stage != Stage::at_node;
  queue_.cancel(exchange.wire);
  record_.add(event, why);
  settle(exchange);
}

void Network::settle(Exchange& exchange) {
  exchange.stage = Stage::over;
  free_if_unused(exchange);
}

void Network::wait_is_over(Exchange& exchange) {
  queue_.cancel(exchange.deadline);
  if (exchange.connection) std::erase(exchange.connection->waiting, &exchange);
}

void Network::stop_waiting(Exchange& exchange) {
  wait_is_over(exchange);
  exchange.call = nullptr;
  free_if_unused(exchange);
}

void Network::free_if_unused(Exchange& exchange) {
  if (exchange.stage != Stage::over || exchange.call) return;
  if (exchange.connection) let_go(std::exchange(exchange.connection, nullptr));
  free_exchanges_.push_back(&exchange);
  --live_;
}

void Network::drop_connection(ClientId client, NodeId node, Line line, const char* why) {
  if (const WireConnection* current = link(client, node).current[index(line)])
    drop_connection(*current, why);
}

void Network::drop_connections(ClientId client, const char* why) {
  for (std::size_t n = 0; n <= nodes(); ++n)
    for (const Line line : {Line::commands, Line::pushes})
      drop_connection(client, n < nodes() ? static_cast<NodeId>(n) : resource_node, line, why);
}

void Network::drop_connection(const WireConnection& connection, const char* why) {
  WireConnection*& current = link(connection.from, connection.node).current[index(connection.line)];
  if (current != &connection) return;
  WireConnection& dropped = *current;
  current = nullptr;
  dropped.closed_by_client = true;
  for (Exchange* exchange : dropped.waiting) {
    exchange->failure = why;
    queue_.set(exchange->deadline, now_us_);
  }
  ended(dropped);
}

/// It is not its link's current one any more.
void Network::ended(WireConnection& connection) {
  if (connection.line == Line::pushes && !connection.client->gone())
    connection.client->pushes_ended(connection.node);
  let_go(&connection);
}

void Network::node_died(NodeId node, bool silently) {
  for (WireConnection& connection : connections_)
    if (connection.users > 0 && connection.node == node) connection.dead_at_node = true;
  if (silently) return;
  for (std::size_t c = 0; c < sent_by_.size(); ++c)
    for (WireConnection*& current : link(static_cast<ClientId>(c), node).current)
      if (current) ended(*std::exchange(current, nullptr));
}

void Network::strike(ClientId client, NodeId node, const LinkFault& fault) {
  Link& to = link(client, node);
  to.faults.push_back(fault);
  if (fault.kind == FaultKind::cut) catch_in_flight(client, node, to);
}

/// What is on its way when a link is cut does not get through either; its connection sends it again
/// once the link is whole.
void Network::catch_in_flight(ClientId client, NodeId node, Link& link) {
  std::vector<Exchange*> caught;
  for (Exchange& exchange : exchanges_) {
    if (!in_flight(exchange) || exchange.stalled) continue;
    if (exchange.from != client || exchange.node != node) continue;
    if (link.faults.back().concerns(exchange.stage)) caught.push_back(&exchange);
  }
  std::sort(caught.begin(), caught.end(),
            [](const Exchange* a, const Exchange* b) { return a->message < b->message; });
  for (Exchange* exchange : caught) {
    queue_.cancel(exchange->wire);
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

void Network::go_on(Link& link) {
  const std::vector<Exchange*> waiting = std::exchange(link.stalled, {});
  for (Exchange* exchange : waiting) {
    exchange->stalled = false;
    carry(*exchange, link);
  }
}

bool Network::reset(ClientId client, NodeId node) {
  Link& to = link(client, node);
  const auto is_current = [&](const WireConnection* connection) {
    return connection &&
           std::find(to.current.begin(), to.current.end(), connection) != to.current.end();
  };
  if (std::all_of(to.current.begin(), to.current.end(), std::logical_not<>())) return false;
  for (Exchange& exchange : exchanges_) {
    if (!is_current(exchange.connection)) continue;
    const bool departs = std::erase(departing_, &exchange) > 0;
    if (!departs && !in_flight(exchange)) continue;
    if (exchange.stalled) std::erase(to.stalled, &exchange);
    exchange.stalled = false;
    lose(exchange, "connection reset");
  }
  // lose() may have freed what nobody waited for, but the link still holds its connections.
  for (const Line line : {Line::commands, Line::pushes})
    drop_connection(client, node, line, "connection reset");
  return true;
}

}  // namespace locklab::sim
