// Which nodes are up, and the faults of the others. A kill ends every stop, refusal and endless
// script of its node: the process started in its place has none of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/state/active_faults.h"

namespace locklab::sim {

enum class NodeCondition : std::uint8_t { up, killed, without_power, frozen, busy, refusing };

/// Whether a node has no process, so that nobody can read its keys.
constexpr bool is_down(NodeCondition condition) {
  return condition == NodeCondition::killed || condition == NodeCondition::without_power;
}

class NodeStates {
 public:
  explicit NodeStates(std::size_t nodes) : flags_(nodes) {}

  // All of these ignore the resource and unknown nodes. `token` is the fault's, or 0 if it has
  // none; an end with 0 ends all faults of its kind.

  void kill(NodeId node, std::uint16_t token, bool power_lost);
  /// Freezes the process. Has no effect on a dead one.
  void stop(NodeId node, std::uint16_t token);
  /// Makes the process refuse writes. Has no effect on a dead one.
  void refuse(NodeId node, std::uint16_t token);
  void accept(NodeId node, std::uint16_t token);
  /// Makes the process busy until it is killed or restarted. Has no effect on a dead one.
  void keep_busy(NodeId node);
  void go_on(NodeId node, std::uint16_t token);
  /// Ends the kill of `token`; after the last kill a new process starts, which is not frozen or
  /// busy and accepts writes. Token 0 ends all kills, and also replaces a live process.
  void restart(NodeId node, std::uint16_t token);

  NodeCondition condition(NodeId node) const;
  /// Whether a node is killed, without power, frozen or busy. Always false for the resource.
  bool down(NodeId node) const {
    return known(node) && (flags_[index(node)] & ~unsigned{refusing}) != 0;
  }
  /// Whether the node can grant no lock: it is down, or refuses writes.
  bool grants_nothing(NodeId node) const { return known(node) && flags_[index(node)] != 0; }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const NodeStates&) const = default;

 private:
  static constexpr std::uint8_t dead = 1, powerless = 2, stopped = 4, busy = 8, refusing = 16;
  bool known(NodeId node) const { return index(node) < flags_.size(); }
  bool has(NodeId node, std::uint8_t flag) const { return (flags_[index(node)] & flag) != 0; }

  std::vector<std::uint8_t> flags_;
  ActiveFaults<NodeId> kills_;         ///< including power losses
  ActiveFaults<NodeId> power_losses_;  ///< the kills that are power losses
  ActiveFaults<NodeId> stops_;
  ActiveFaults<NodeId> refusals_;
};

}  // namespace locklab::sim
