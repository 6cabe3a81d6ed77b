// Which node replicates which, and which of them clients ask. A family is a master with all that
// goes back to it; the lock is on whichever of them serves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

struct Family {
  NodeId serving = no_node;  ///< the one that clients ask
  std::vector<NodeId> members;
  bool operator==(const Family&) const = default;
};

class Families {
 public:
  explicit Families(const TraceInfo& info);

  /// A promotion. Others change nothing.
  void on(const Event& event);

  /// Those that hold the lock: of the scenario's masters the first so many.
  std::span<const Family> of_lock() const { return {all_.data(), lock_families_}; }
  /// A replica took its master's place, or they have been of one family from the start.
  bool related(NodeId a, NodeId b) const;
  /// Whether clients ask this node, and not another of its family.
  bool serves(NodeId node) const;
  /// The node that it is a replica of; no_node: it is a master.
  NodeId master(NodeId node) const;
  /// Whether any node is a replica.
  bool replicated() const { return all_.size() < family_of_.size(); }
  bool operator==(const Families&) const = default;

 private:
  std::vector<Family> all_;
  std::size_t lock_families_ = 0;
  std::vector<std::uint16_t> family_of_;  ///< by node
  std::vector<NodeId> master_;            ///< by node
};

}  // namespace locklab::sim
