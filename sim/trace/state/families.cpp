#include "sim/trace/state/families.h"

#include <algorithm>

namespace locklab::sim {

Families::Families(const TraceInfo& info) {
  const std::size_t nodes = info.nodes.size();
  constexpr std::uint16_t unknown = 0xffff;
  const auto is_master = [&](std::size_t node) {
    return node >= info.replica_of.size() || info.replica_of[node] < 0;
  };
  const auto found = [&](std::size_t node) {
    family_of_[node] = static_cast<std::uint16_t>(all_.size());
    all_.push_back(
        {NodeId(static_cast<std::uint16_t>(node)), {NodeId(static_cast<std::uint16_t>(node))}});
  };
  family_of_.resize(nodes, unknown);
  for (std::size_t node = 0; node < nodes; ++node) {
    master_.push_back(is_master(node) ? no_node
                                      : NodeId(static_cast<std::uint16_t>(info.replica_of[node])));
    if (is_master(node)) found(node);
  }
  lock_families_ = std::min<std::size_t>(info.lock_nodes, all_.size());
  for (std::size_t node = 0; node < nodes; ++node) {
    if (is_master(node)) continue;
    std::size_t root = node;
    for (std::size_t steps = 0; root < nodes && !is_master(root) && steps < nodes; ++steps)
      root = static_cast<std::size_t>(info.replica_of[root]);
    if (root >= nodes || family_of_[root] == unknown) {
      found(node);  // a trace from elsewhere may name any node, even in a cycle
    } else {
      family_of_[node] = family_of_[root];
      all_[family_of_[root]].members.push_back(NodeId(static_cast<std::uint16_t>(node)));
    }
  }
}

void Families::on(const Event& event) {
  if (index(event.node) >= family_of_.size()) return;
  if (event.kind == EventKind::slot_moved) return move_lock(event.node, event.value);
  Family& family = all_[family_of_[index(event.node)]];
  if (event.kind == EventKind::node_demoted && family.serving != event.node)
    master_[index(event.node)] = family.serving;
  if (event.kind != EventKind::node_promoted) return;
  const NodeId old = family.serving;
  family.serving = event.node;
  if (old == event.node) return;
  const bool old_remains = event.detail != 0;
  for (const NodeId member : family.members)
    if (master_[index(member)] == old || (member == old && !old_remains))
      master_[index(member)] = event.node;
  master_[index(event.node)] = no_node;
}

/// Moves the lock from the family of `from` to that of `to`. Has no effect unless the first holds
/// the lock and the second does not.
void Families::move_lock(NodeId from, std::int64_t to) {
  if (to < 0 || static_cast<std::size_t>(to) >= family_of_.size()) return;
  const std::uint16_t old = family_of_[index(from)];
  const std::uint16_t now = family_of_[static_cast<std::size_t>(to)];
  if (old >= lock_families_ || now < lock_families_) return;
  std::swap(all_[old], all_[now]);
  for (std::uint16_t& family : family_of_)
    family = family == old ? now : family == now ? old : family;
}

bool Families::related(NodeId a, NodeId b) const {
  if (a == b) return true;
  return index(a) < family_of_.size() && index(b) < family_of_.size() &&
         family_of_[index(a)] == family_of_[index(b)];
}

bool Families::serves(NodeId node) const {
  if (index(node) >= family_of_.size()) return false;
  return master_[index(node)] == no_node || all_[family_of_[index(node)]].serving == node;
}

NodeId Families::master(NodeId node) const {
  return index(node) < master_.size() ? master_[index(node)] : no_node;
}

}  // namespace locklab::sim
