// Which node replicates which, and which node clients use. A family is a master with all its
// replicas and theirs; clients use its serving node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

struct Family {
  NodeId serving = no_node;  ///< the node that clients use; of two masters, the latest
  std::vector<NodeId> members;
  bool operator==(const Family&) const = default;
};

class Families {
 public:
  explicit Families(const TraceInfo& info);

  /// Processes a promotion, the end of one that left two masters, or the move of a slot in a
  /// cluster. Other events have no effect.
  void on(const Event& event);

  /// The families that hold the lock: at first, those of the scenario's first masters.
  std::span<const Family> of_lock() const { return {all_.data(), lock_families_}; }
  /// Whether two nodes are of the same family.
  bool related(NodeId a, NodeId b) const;
  /// Whether clients use this node, as the only serving one of its family or one of two masters.
  bool serves(NodeId node) const;
  /// The node that this one replicates; no_node for a master.
  NodeId master(NodeId node) const;
  /// Whether any node is a replica.
  bool replicated() const { return all_.size() < family_of_.size(); }
  bool operator==(const Families&) const = default;

 private:
  void move_lock(NodeId from, std::int64_t to);

  std::vector<Family> all_;
  std::size_t lock_families_ = 0;
  std::vector<std::uint16_t> family_of_;  ///< by node
  std::vector<NodeId> master_;            ///< by node
};

}  // namespace locklab::sim
