#include "app/live/clients/live_wire.h"

#include <algorithm>

namespace locklab::app {

namespace {

redis::Connection::Ticket ticket_of(LiveRequest& request) {
  return reinterpret_cast<redis::Connection::Ticket>(&request);
}

/// Returns the request of a ticket, which is its address.
LiveRequest& request_of(redis::Connection::Ticket ticket) {
  return *reinterpret_cast<LiveRequest*>(ticket);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

LiveWire::LiveWire(LiveReceiver& receiver, ClientId client, const Ways& ways)
    : receiver_(receiver),
      loop_(ways.loop),
      nodes_(ways.nodes),
      login_(ways.login),
      resource_(ways.resource),
      ways_(ways.ways),
      client_(client) {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    lines_.emplace_back(*this, static_cast<NodeId>(n));
    listening_.emplace_back(*this, static_cast<NodeId>(n)).listens = true;
  }
}

LiveWire::~LiveWire() = default;

void LiveWire::connect(const std::vector<NodeId>& nodes) {
  for (const NodeId node : nodes) open_line(lines_.at(index(node)));
}

bool LiveWire::connected() const {
  return std::all_of(lines_.begin(), lines_.end(), [](const Line& line) {
    if (!line.connection || !line.connection->alive()) return true;
    return line.connection->ready() && (!line.way || line.way->reached());
  });
}

std::optional<std::pair<NodeId, Reply>> LiveWire::lost_connection() const {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (const auto& connection = lines_[i].connection; connection && !connection->alive())
      return std::pair(static_cast<NodeId>(i), lines_[i].explained(connection->last_word()));
  return std::nullopt;
}

LiveWire::Line& LiveWire::line_for(const LiveRequest& request) {
  return (request.command.listens ? listening_ : lines_).at(index(request.node));
}

LiveWire::Line& LiveWire::open_line(Line& line) {
  if (!line.connection || !line.connection->alive()) {
    redis::Connection::Listener& listener = line;
    line.number = ++opened_;
    line.dropped = false;
    if (ways_) {
      ClientWays::Opened through = ways_->open_way(client_, line.node);
      line.way = std::move(through.way);
      line.connection =
          std::make_unique<redis::Connection>(loop_, through.socket, login_, listener);
    } else {
      line.connection =
          std::make_unique<redis::Connection>(loop_, nodes_[index(line.node)], login_, listener);
    }
  }
  return line;
}

bool LiveWire::listens(NodeId node) const {
  if (node == resource_node) return false;
  const auto& connection = listening_.at(index(node)).connection;
  return connection && connection->alive();
}

LiveRequest& LiveWire::open(NodeId node, std::uint32_t message) {
  if (free_.empty()) free_.push_back(&requests_.emplace_back(receiver_));
  LiveRequest& request = *free_.back();
  free_.pop_back();
  request.begin_anew();
  request.node = node;
  request.message = message;
  request.carrier = 0;
  request.told = false;
  request.used = true;
  request.consumed = false;
  return request;
}

void LiveWire::carry(LiveRequest& request) {
  request.under_way = true;
  if (request.node == resource_node)
    return resource_->ask(*this, request.event(sim::EventKind::sent), request.command);
  Line& line = line_for(request);
  if (!request.continues) open_line(line);
  request.carrier = line.number;
  line.connection->send(ticket_of(request), request.command);
}

void LiveWire::Line::answered(redis::Connection::Ticket ticket, Reply reply) {
  wire.answered(request_of(ticket), explained(std::move(reply)));
}

void LiveWire::Line::written(std::optional<redis::Connection::Ticket> ticket) {
  if (way) announce(*way, ticket);
}

void LiveWire::Line::announce(ClientWay& on, std::optional<redis::Connection::Ticket> ticket) {
  on.announce(ticket ? request_of(*ticket).event(sim::EventKind::sent) : sim::Event());
}

// --- other nodes of the node's cluster

std::optional<int> LiveWire::Line::way_to(const redis::Endpoint& other) {
  if (!wire.ways_) return std::nullopt;
  ClientWays::Opened through = wire.ways_->open_way(wire.client_, node, &other);
  elsewhere[other.text()] = std::move(through.way);
  return through.socket;
}

void LiveWire::Line::written_elsewhere(const redis::Endpoint& other,
                                       std::optional<redis::Connection::Ticket> ticket) {
  const auto there = elsewhere.find(other.text());
  if (there != elsewhere.end() && there->second) announce(*there->second, ticket);
}

void LiveWire::Line::lost_elsewhere(const redis::Endpoint& other) {
  const auto there = elsewhere.find(other.text());
  if (there != elsewhere.end() && there->second) there->second->client_left();
}

void LiveWire::Line::read_now() {
  if (way) way->read_now();
  for (const auto& [address, other] : elsewhere)
    if (other) other->read_now();
  if (connection) connection->read_now();
}

Reply LiveWire::Line::explained(Reply reply) const {
  if (!reply.is_unknown() || !way || dropped) return reply;
  const auto listen_to = [&](const ClientWay& ended) {
    if (Reply last_word = ended.last_word(); last_word.is_unknown()) reply = std::move(last_word);
  };
  listen_to(*way);
  for (const auto& [address, other] : elsewhere)
    if (other) listen_to(*other);
  return reply;
}

void LiveWire::Line::lost() {
  if (way) way->client_left();
  if (!listens) return;
  wire.quiet_.push_back(node);
  if (!wire.still_) wire.loop_.queue(wire);
}

void LiveWire::pushed(NodeId node, Reply frame) {
  LiveRequest& push = open(node, 0);
  push.command = Command();
  push.call = nullptr;
  push.sent = push.pushed = true;
  push.reply = std::move(frame);
  receiver_.sign_push(push);
  bring_again(push);
}

void LiveWire::answered(LiveRequest& request, Reply reply) {
  if (!request.used) return;  // the client has crashed meanwhile
  request.under_way = false;
  if (reply.is_unknown()) {
    if (!request.is_silent()) {
      request.silence = reply.silence();
      request.why = std::move(reply.text);
    }
  } else {
    request.reply = std::move(reply);
  }
  bring_again(request);
}

void LiveWire::resource_answered(std::uint32_t message, Reply reply) {
  for (LiveRequest& request : requests_)
    if (request.used && request.under_way && request.node == resource_node &&
        request.message == message)
      return answered(request, std::move(reply));
}

void LiveWire::bring_again(LiveRequest& request) {
  arrived_.push_back(&request);
  if (!still_) loop_.queue(*this);
}

void LiveWire::bring() {
  while (!still_ && !arrived_.empty()) {
    LiveRequest& request = *arrived_.front();
    arrived_.pop_front();
    receiver_.reply_came(request);
  }
  if (still_) return;
  for (const NodeId node : std::exchange(quiet_, {})) receiver_.no_more_pushes(node);
}

void LiveWire::read_now() {
  for (auto* lines : {&lines_, &listening_})
    for (Line& line : *lines) line.read_now();
  if (resource_) resource_->read_now();
  bring();
}

void LiveWire::consumed(LiveRequest& request) {
  request.consumed = true;
  free_if_over(request);
}

void LiveWire::not_awaited(LiveRequest& request) {
  loop_.stop(request.deadline);
  request.call = nullptr;
  free_if_over(request);
}

void LiveWire::free_if_over(LiveRequest& request) {
  if (!request.used || request.call || !request.consumed || request.under_way) return;
  request.used = false;
  free_.push_back(&request);
}

void LiveWire::drop_connection(const LiveRequest& request) {
  if (request.node == resource_node) return close_resource();
  Line& line = line_for(request);
  if (!line.connection || line.number != request.carrier) return;
  line.dropped = true;
  line.connection->drop(Silence::dropped);
}

/// Fails every request to the resource, as the loss of a connection does.
void LiveWire::close_resource() {
  resource_->close(client_);
  for (LiveRequest& request : requests_)
    if (request.used && request.under_way && request.node == resource_node)
      answered(request, Reply::unknown(Silence::dropped));
}

void LiveWire::stand_still(bool still) {
  still_ = still;
  for (const auto* lines : {&lines_, &listening_})
    for (const Line& line : *lines)
      if (line.connection) line.connection->stand_still(still);
  if (!still && (!arrived_.empty() || !quiet_.empty())) loop_.queue(*this);
}

void LiveWire::close() {
  for (auto* lines : {&lines_, &listening_})
    for (Line& line : *lines) {
      line.connection.reset();
      line.way.reset();
      line.elsewhere.clear();
    }
  if (resource_) resource_->close(client_);
  arrived_.clear();
  quiet_.clear();
  for (LiveRequest& request : requests_) {
    if (!request.used) continue;
    loop_.stop(request.deadline);
    request.under_way = false;
    consumed(request);
  }
}

}  // namespace locklab::app
