#include "lock/redis/cluster_route.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace locklab::redis {

namespace {

/// Minimum delay before another attempt, roughly the time in which a slot's keys move.
constexpr std::int64_t keys_move_us = 1'000;
/// Redirections followed without a delay; more of them are probably a cycle.
constexpr int hops_of_a_way = 4;

}  // namespace

ClusterRoute::ClusterRoute(NodeConnection& home, Listener& listener)
    : home_(home), listener_(listener) {
  home_.redirects_ = this;
}

ClusterRoute::~ClusterRoute() {
  home_.redirects_ = nullptr;
  home_.loop_.stop(again_);
}

NodeConnection& ClusterRoute::way_of(const PackedWords& command) {
  if (const std::optional<std::uint16_t> slot = slot_of(command)) {
    const auto owner = owners_.find(*slot);
    last_ = owner == owners_.end() ? nullptr : owner->second;
  }
  return last_ ? open(*last_) : home_;
}

std::int64_t ClusterRoute::last_heard_us() const {
  std::int64_t last = home_.last_heard_us();
  each([&](const NodeConnection& other) { last = std::max(last, other.last_heard_us()); });
  return last;
}

std::size_t ClusterRoute::pending() const {
  std::size_t all = home_.pending() + held_.size();
  each([&](const NodeConnection& other) { all += other.pending(); });
  return all;
}

bool ClusterRoute::follow(NodeConnection& from, std::string_view error,
                          NodeConnection::Slot& slot) {
  const std::optional<Redirection> to = redirection(error);
  if (!to || slot.hops >= most_hops) return false;
  ++slot.hops;
  if (to->kind == Redirection::Kind::try_again) {
    hold(std::move(slot));
    return true;
  }
  Node* const node = node_at(from, *to);
  if (!node) return false;
  if (to->kind == Redirection::Kind::moved) owners_[to->slot] = node;
  if (slot_of(slot.again->words()) == to->slot) last_ = node;
  if (slot.hops > hops_of_a_way) {
    hold(std::move(slot));
    return true;
  }
  const std::unique_ptr<Command> command = std::move(slot.again);
  open(*node).send(*command, std::move(slot), to->kind == Redirection::Kind::asks);
  return true;
}

/// Holds a command back until the nodes probably agree on the slot's owner.
void ClusterRoute::hold(NodeConnection::Slot slot) {
  constexpr int hops_before_slower = 8;
  const std::int64_t wait_us = keys_move_us * (1 + slot.hops / hops_before_slower);
  held_.push_back({std::move(slot), home_.loop_.time_us() + wait_us});
  look_again();
}

void ClusterRoute::look_again() {
  const auto first = std::ranges::min_element(held_, {}, &Held::until_us);
  if (first != held_.end()) home_.loop_.start(again_, first->until_us);
}

void ClusterRoute::try_again() {
  const std::int64_t now_us = home_.loop_.time_us();
  const auto due = std::stable_partition(held_.begin(), held_.end(),
                                         [&](const Held& one) { return one.until_us > now_us; });
  std::vector<Held> all(std::make_move_iterator(due), std::make_move_iterator(held_.end()));
  held_.erase(due, held_.end());
  for (Held& one : all) {
    if (!listener_.still_wanted(one.slot.ticket)) {
      listener_.answered(one.slot.ticket, Reply::unknown(Silence::timeout));
      continue;
    }
    const std::unique_ptr<Command> command = std::move(one.slot.again);
    way_of(command->words()).send(*command, std::move(one.slot), false);
  }
  look_again();
}

void ClusterRoute::ended(NodeConnection& connection, const Reply& answer) {
  if (&connection != &home_) return;
  for (const Held& one : std::exchange(held_, {})) listener_.answered(one.slot.ticket, answer);
  each([&](NodeConnection& other) { other.end(answer); });
}

/// The node that a redirection received on `from` points to. Null if its address cannot be
/// resolved.
ClusterRoute::Node* ClusterRoute::node_at(const NodeConnection& from, const Redirection& to) {
  const std::string host = to.host.empty() ? from.host_ : to.host;
  std::string why;
  std::optional<Endpoint> endpoint = resolve(host, to.port, why);
  if (!endpoint) return nullptr;
  std::unique_ptr<Node>& node = nodes_[endpoint->text()];
  if (!node) node = std::make_unique<Node>(*this, std::move(*endpoint));
  return node.get();
}

NodeConnection& ClusterRoute::open(Node& node) {
  if (!node.connection || !node.connection->alive()) {
    const auto connected = [&](auto&& to) {
      return std::make_unique<NodeConnection>(home_.loop_, to, home_.login_, node, home_.leave_);
    };
    const std::optional<int> way = listener_.way_to(node.endpoint);
    node.connection = way ? connected(*way) : connected(node.endpoint);
    node.connection->redirects_ = this;
    node.connection->host_ = node.endpoint.host;
    node.connection->stand_still(home_.still_);
  }
  return *node.connection;
}

/// Forgets this node's slots: other nodes may have taken them over, so the home node is asked
/// again.
void ClusterRoute::Node::lost() {
  std::erase_if(route.owners_, [this](const auto& owned) { return owned.second == this; });
  if (route.last_ == this) route.last_ = nullptr;
  route.listener_.lost_elsewhere(endpoint);
}

}  // namespace locklab::redis
