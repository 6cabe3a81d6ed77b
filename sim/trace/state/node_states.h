// Which nodes are up, and the faults of the others. A kill clears every stop of its node: the
// process started in its place is not frozen.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/state/active_faults.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

enum class NodeCondition : std::uint8_t { up, killed, without_power, frozen, busy };

class NodeStates {
 public:
  explicit NodeStates(const TraceInfo& info) : flags_(info.nodes.size()) {}

  /// Processes a fault of a node, or its end. Other events have no effect.
  void on(const Event& event);

  NodeCondition condition(NodeId node) const;
  /// Whether a node is killed, without power, frozen or busy. The resource never is.
  bool down(NodeId node) const { return index(node) < flags_.size() && flags_[index(node)] != 0; }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const NodeStates&) const = default;

 private:
  static constexpr std::uint8_t dead = 1, powerless = 2, stopped = 4, busy = 8;
  void restarted(NodeId node, std::uint16_t token);

  std::vector<std::uint8_t> flags_;
  ActiveFaults<NodeId> kills_;
  ActiveFaults<NodeId> stops_;
};

}  // namespace locklab::sim
