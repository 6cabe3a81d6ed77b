#include "sim/world/cluster.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "sim/scenario/cluster_slots.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

constexpr std::uint16_t usual_port = 6379;

}  // namespace

Cluster::Cluster(World& world, const Scenario& scenario) : world_(world), nodes_(scenario.nodes) {
  for (const std::uint16_t slot : slots_of(scenario)) owners_[slot] = home_of(scenario);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const auto id = static_cast<NodeId>(n);
    world.node(id).join_cluster(
        [this, id](std::uint16_t slot) {
          if (!world_.node(id).serves()) return std::string("CLUSTERDOWN The cluster is down");
          const NodeId has_it = owner(slot);
          return has_it == id
                     ? std::string()
                     : fmt::format("MOVED {} {}:{}", slot, nodes_[index(has_it)].name, usual_port);
        },
        [this, id](std::string_view channel, std::string_view text) {
          published_.push_back({id, std::string(channel), std::string(text)});
        });
  }
}

/// Slots that the scenario does not use are assigned as `redis-cli --cluster create` does.
NodeId Cluster::owner(std::uint16_t slot) const {
  if (const auto known = owners_.find(slot); known != owners_.end()) return known->second;
  const auto count = static_cast<std::int64_t>(nodes_.size());
  std::int64_t node = 0;
  while ((2 * cluster_slots * (node + 1) + count) / (2 * count) <= slot) ++node;
  return static_cast<NodeId>(node);
}

NodeId Cluster::node_at(const Redirection& to) const {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (nodes_[n].name == to.host && to.port == usual_port) return static_cast<NodeId>(n);
  return no_node;
}

NoEffect Cluster::absence(NodeId id) const {
  const Node& node = world_.node(id);
  if (!node.up()) return node.absence();
  if (node.refuses()) return NoEffect::node_refuses;
  return node.serves() ? NoEffect::none : NoEffect::just_back;
}

NodeId Cluster::in_the_way(NodeId from, NodeId to) const {
  if (absence(from) != NoEffect::none) return from;
  return absence(to) != NoEffect::none ? to : no_node;
}

NoEffect Cluster::migrate(FaultToken token, NodeId from, NodeId to) {
  if (const NodeId id = in_the_way(from, to); id != no_node) return absence(id);
  if (from == to) return NoEffect::other_slots;
  bool moved = false;
  for (const auto& [slot, node] : owners_) {
    if (node != from) continue;
    move(token, slot, world_.node(from), world_.node(to));
    moved = true;
  }
  return moved ? NoEffect::none : NoEffect::other_slots;
}

void Cluster::move(FaultToken token, std::uint16_t slot, Node& from, Node& to) {
  owners_[slot] = to.id();
  Event moved;
  moved.kind = EventKind::slot_moved;
  moved.node = from.id();
  moved.value = index(to.id());
  moved.extra = slot;
  moved.fault = token;
  world_.record(moved);
  const std::vector<Effect> keys = from.give_away(slot);
  to.take_over(keys);  // recorded before the removal here, as with MIGRATE
  from.gave_away();
}

void Cluster::spread() {
  for (const Message& message : std::exchange(published_, {}))
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      if (static_cast<NodeId>(n) != message.from)
        world_.node(static_cast<NodeId>(n)).hear(message.channel, message.text);
}

void Cluster::fingerprint(Fingerprint& print) const {
  for (const auto& [slot, node] : owners_) print.add(std::uint64_t{index(node)});
}

}  // namespace locklab::sim
