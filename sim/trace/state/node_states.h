// Which nodes are up, and the faults of the others. A kill clears every stop and every refusal of
// its node: the process started in its place is not frozen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/state/active_faults.h"

namespace locklab::sim {

enum class NodeCondition : std::uint8_t { up, killed, without_power, frozen, busy, refusing };

class NodeStates {
 public:
  explicit NodeStates(std::size_t nodes) : flags_(nodes) {}

  // The resource and nodes that do not exist have no faults: all of these ignore them. `token` is
  // the fault's; 0 stands for a fault without one, and ends every one.

  void kill(NodeId node, std::uint16_t token, bool power_lost);
  /// Freezes the process. Has no effect on a dead one.
  void stop(NodeId node, std::uint16_t token);
  /// Lets the process refuse writes. Has no effect on a dead one.
  void refuse(NodeId node, std::uint16_t token);
  void accept(NodeId node, std::uint16_t token);
  /// Lets the process be busy until it is killed or restarted. Has no effect on a dead one.
  void keep_busy(NodeId node);
  void go_on(NodeId node, std::uint16_t token);
  /// Ends a kill; the last one's end starts a new process, which is neither frozen nor busy. With
  /// token 0 a process that lives is replaced too.
  void restart(NodeId node, std::uint16_t token);

  NodeCondition condition(NodeId node) const;
  /// Whether a node is killed, without power, frozen or busy. The resource never is.
  bool down(NodeId node) const {
    return known(node) && (flags_[index(node)] & ~unsigned{refusing}) != 0;
  }
  /// Whether no lock can be had from the node: it is down, or refuses writes.
  bool grants_nothing(NodeId node) const { return known(node) && flags_[index(node)] != 0; }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const NodeStates&) const = default;

 private:
  static constexpr std::uint8_t dead = 1, powerless = 2, stopped = 4, busy = 8, refusing = 16;
  bool known(NodeId node) const { return index(node) < flags_.size(); }
  bool has(NodeId node, std::uint8_t flag) const { return (flags_[index(node)] & flag) != 0; }

  std::vector<std::uint8_t> flags_;
  ActiveFaults<NodeId> kills_;         ///< with those that took the power
  ActiveFaults<NodeId> power_losses_;  ///< of the kills
  ActiveFaults<NodeId> stops_;
  ActiveFaults<NodeId> refusals_;
};

}  // namespace locklab::sim
