#include "sim/wire/network.h"

#include <algorithm>

namespace locklab::sim {

Carriage::Carriage(Network& carrier, Exchange& its_exchange)
    : wire(Network::wire_fired, &its_exchange, TimerKind::wire),
      deadline(Network::deadline_fired, &its_exchange, TimerKind::deadline),
      network(carrier) {}

bool Exchange::in_flight() const {
  const bool leg = stage == Stage::request || stage == Stage::reply;
  return leg && (stalled || wire.pending());
}

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
      open_(around.open),
      services_(around.services),
      orders_(around.choice.orders()),
      scenario_(scenario),
      nodes_{scenario.resource} {
  for (const NodeSpec& node : scenario.nodes) nodes_.push_back(node.name);
  columns_ = nodes_.size();
  for (const ClientSpec& client : scenario.clients) add_client(client.name);
}

Link Network::make_link(const std::string& client, const std::string& node) const {
  const LinkSpec spec = scenario_.link_between(client, node);
  Link link;
  link.latency = spec.latency;
  link.jitter = spec.jitter;
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

/// If the choice orders events (a search, a replay), a message's number depends only on its
/// client's own past: the order in which independent clients send must not matter.
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

bool Network::links_depend() const {
  return std::any_of(links_.begin(), links_.end(), [](const Link& link) {
    return std::any_of(link.faults.begin(), link.faults.end(), [](const LinkFault& fault) {
      return (fault.kind == FaultKind::drop && fault.replies) ||
             (fault.together && fault.still > 0);
    });
  });
}

std::size_t Network::awaited_by(ClientId client) const {
  return static_cast<std::size_t>(
      std::count_if(exchanges_.begin(), exchanges_.end(), [&](const Exchange& exchange) {
        return exchange.from == client && exchange.call && exchange.stage != Stage::over;
      }));
}

/// If the choice orders events, a frame's number depends only on earlier pushes on its link: the
/// order of pushes on different links must not matter. Frames are numbered above requests, of which
/// such a run has fewer.
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
  LOCKLAB_ASSERT(exchange.stage == Stage::over);
  LOCKLAB_ASSERT(!exchange.call);
  exchange.begin_anew();
  exchange.torn_off = false;
  exchange.answered = false;
  exchange.never_left = false;
  exchange.held_by = 0;
  exchange.delayed = Duration(0);
  exchange.reply = Reply();
  exchange.reply_text = no_text;
  ++live_;
  return exchange;
}

Exchange& Network::open(ClientEnd& client, ClientId from, NodeId node) {
  LOCKLAB_ASSERT(!client.gone());
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
  exchange.answered = true;
  exchange.stage = Stage::at_node;
  return exchange;
}

void Network::send(Exchange& exchange) {
  LOCKLAB_ASSERT(exchange.stage == Stage::outbox);
  Link& to = link(exchange.from, exchange.node);
  exchange.connection = to.current[index(exchange.line())];
  if (!exchange.connection) {
    if (exchange.continues) return never_leaves(exchange);
    exchange.connection = connect(to, exchange);
  }
  ++exchange.connection->users;
  if (exchange.call) exchange.connection->waiting.push_back(&exchange);
  exchange.stage = Stage::request;
  if (departing_.empty() && !record_.faults_wait()) return leave(exchange, to);
  departing_.push_back(&exchange);
  agenda_.add_first(*this);  // before its client's next action
}

/// Fails a request that continues a transaction on a lost connection: on a new connection it would
/// run outside the transaction.
void Network::never_leaves(Exchange& exchange) {
  exchange.stage = Stage::request;
  exchange.silence = Silence::lost;
  if (exchange.call) queue_.set(exchange.deadline, now_us_);
  lose(exchange, Loss::transaction_lost);
}

bool Network::perform_next() {
  if (departing_.empty()) return false;
  Exchange& exchange = *departing_.front();
  departing_.erase(departing_.begin());
  leave(exchange, link(exchange.from, exchange.node));
  return !departing_.empty();
}

void Network::answer(Exchange& exchange) {
  LOCKLAB_ASSERT(exchange.stage != Stage::reply);
  LOCKLAB_ASSERT(exchange.stage != Stage::over);
  exchange.stage = Stage::reply;
  leave(exchange, link(exchange.from, exchange.node));
}

void Network::leave(Exchange& exchange, Link& on) {
  if (exchange.torn_off) return carry(exchange, on);
  if (on.faults.empty() && on.stalled.empty()) return travel(exchange, on);
  for (LinkFault& fault : on.faults) {
    if (fault.kind != FaultKind::delay || fault.still == 0 || !catches(fault, exchange)) continue;
    count_down(fault, on);
    exchange.delayed += fault.by;
    Event event = exchange.event(EventKind::message_delayed);
    event.detail = exchange.stage == Stage::reply;
    event.value = us(fault.by);
    event.fault = fault.token;
    record_.add(event);
  }
  std::erase_if(on.faults, [](const LinkFault& fault) { return fault.spent(); });
  carry(exchange, on);
}

void Network::refuse(Exchange& exchange, Silence silence) {
  exchange.silence = silence;
  exchange.never_left = exchange.answered;
  answer(exchange);
}

std::int64_t& Network::last_arrival(const Exchange& exchange) {
  WireConnection& connection = *exchange.connection;
  return exchange.stage == Stage::request ? connection.last_request_at : connection.last_reply_at;
}

void Network::travel(Exchange& exchange, const Link& link) {
  std::int64_t latency = us(link.latency);
  std::int64_t jitter = us(link.jitter);
  for (const LinkFault& fault : link.faults) {
    if (fault.kind != FaultKind::slow) continue;
    latency += us(fault.by);
    jitter += us(fault.jitter);
  }
  if (choice_.leaves_open() && (jitter > 0 || follows_open(exchange)))
    return travel_some_time(exchange, latency, jitter);
  if (jitter > 0) {
    const auto spread = static_cast<std::uint64_t>(jitter);
    latency += static_cast<std::int64_t>(choice_.amount(2 * spread, spread, "latency") - spread);
  }
  latency = std::max<std::int64_t>(latency, 1) + us(std::exchange(exchange.delayed, Duration(0)));
  std::int64_t& last = last_arrival(exchange);
  last = std::max(last, now_us_ + latency);
  queue_.set(exchange.wire, last);
}

/// Whether an earlier message in the same direction on the same connection has an open latency:
/// this one cannot overtake it, so its arrival is open, too.
bool Network::follows_open(const Exchange& exchange) const {
  return std::any_of(exchanges_.begin(), exchanges_.end(), [&](const Exchange& other) {
    return other.connection == exchange.connection && other.stage == exchange.stage &&
           &other != &exchange && open_.find(other.wire) != nullptr;
  });
}

void Network::travel_some_time(Exchange& exchange, std::int64_t latency, std::int64_t jitter_us) {
  const std::int64_t undelayed = now_us_ + us(std::exchange(exchange.delayed, Duration(0)));
  std::int64_t& last = last_arrival(exchange);
  OpenTimes::Open time;
  time.timer = &exchange.wire;
  time.least = undelayed + latency - jitter_us;
  time.most = 2 * static_cast<std::uint64_t>(jitter_us);
  // Without jitter a schedule draws nothing: the amount is 0, and is never recorded.
  if (jitter_us > 0) time.draw = open_.number();
  last = std::max({last, time.least, undelayed + 1});
  time.earliest = time.at = last;
  time.latest = std::max(last, time.least + static_cast<std::int64_t>(time.most));
  const bool is_open = time.latest > last || follows_open(exchange);
  queue_.set(exchange.wire, last);
  if (is_open) return open_.open(time);
  open_.decided(time.draw, 0, time.most / 2);
}

/// Stops the message where it is.
void Network::stop_wire(Exchange& exchange) {
  open_.close(exchange.wire);
  queue_.cancel(exchange.wire);
}

LostPart Network::part_to_lose(const Exchange& exchange) {
  if (!exchange.answered) return LostPart::request;
  const bool unsent = exchange.stage == Stage::at_node || exchange.never_left;
  return unsent ? LostPart::unsent_reply : LostPart::reply;
}

/// Called when a reply has reached its client's end of the connection.
void Network::reply_arrived(Exchange& exchange) {
  LOCKLAB_ASSERT(exchange.stage != Stage::over);
  if (exchange.client->gone() || exchange.connection->closed_by_client) {
    exchange.client->reply_lost(exchange);
    Event lost = exchange.event(EventKind::message_lost);
    lost.detail = static_cast<std::uint8_t>(part_to_lose(exchange));
    const Loss loss = exchange.client->gone() ? Loss::client_gone : Loss::given_up;
    lost.reason = reason_of(loss);
    record_.add(lost, name(loss));
    return settle(exchange);
  }
  exchange.stage = Stage::mailbox;
  exchange.client->reply_arrived(exchange);
}

void Network::lose(Exchange& exchange, Loss loss) {
  Event event = exchange.event(EventKind::message_lost);
  event.detail = static_cast<std::uint8_t>(part_to_lose(exchange));
  stop_wire(exchange);
  event.reason = reason_of(loss);
  record_.add(event, name(loss));
  settle(exchange);
}

void Network::settle(Exchange& exchange) {
  LOCKLAB_ASSERT(exchange.stage != Stage::over);
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
  LOCKLAB_ASSERT(live_ > 0u);
  free_exchanges_.push_back(&exchange);
  --live_;
}

}  // namespace locklab::sim
