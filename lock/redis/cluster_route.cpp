#include "lock/redis/cluster_route.h"

#include <utility>

namespace locklab::redis {

ClusterRoute::ClusterRoute(Connection& home) : home_(home), login_(home.login_) {
  login_.cluster = false;
}

ClusterRoute::~ClusterRoute() = default;

Connection& ClusterRoute::way_of(const PackedWords& command) {
  if (const std::optional<std::uint16_t> slot = slot_of(command)) {
    const auto owner = owners_.find(*slot);
    last_ = owner == owners_.end() ? nullptr : owner->second;
  }
  return last_ ? open(*last_) : home_;
}

bool ClusterRoute::follow(Connection& from, const Redirection& to, Connection::Slot& slot) {
  if (slot.hops >= most_hops) return false;
  ++slot.hops;
  const std::unique_ptr<Command> command = std::move(slot.again);
  if (to.kind == Redirection::Kind::try_again) {
    from.send_here(*command, std::move(slot), false);
    return true;
  }
  Node* const node = node_at(from, to);
  if (!node) {
    slot.again = nullptr;
    return false;
  }
  if (to.kind == Redirection::Kind::moved) owners_[to.slot] = node;
  if (slot_of(command->words()) == to.slot) last_ = node;
  open(*node).send_here(*command, std::move(slot), to.kind == Redirection::Kind::asks);
  return true;
}

/// The node at the address that was told by the one at the other end of `from`. Null: there is no
/// such address.
ClusterRoute::Node* ClusterRoute::node_at(const Connection& from, const Redirection& to) {
  const std::string host = to.host.empty() ? from.host_ : to.host;
  std::string why;
  std::optional<Endpoint> endpoint = resolve(host, to.port, why);
  if (!endpoint) return nullptr;
  std::unique_ptr<Node>& node = nodes_[endpoint->text()];
  if (!node) node = std::make_unique<Node>(*this, std::move(*endpoint));
  return node.get();
}

Connection& ClusterRoute::open(Node& node) {
  if (!node.connection || !node.connection->alive()) {
    const auto connected = [&](auto&& to) {
      return std::make_unique<Connection>(home_.loop_, to, login_, node, home_.leave_);
    };
    const std::optional<int> way = home_.listener_.way_to(node.endpoint);
    node.connection = way ? connected(*way) : connected(node.endpoint);
    node.connection->route_ = this;
    node.connection->host_ = node.endpoint.host;
    node.connection->stand_still(home_.still_);
  }
  return *node.connection;
}

/// What it had may be another's by now: home will tell.
void ClusterRoute::Node::lost() {
  std::erase_if(route.owners_, [this](const auto& owned) { return owned.second == this; });
  if (route.last_ == this) route.last_ = nullptr;
  heard().lost_elsewhere(endpoint);
}

}  // namespace locklab::redis
