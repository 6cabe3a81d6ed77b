#include "sim/trace/state/node_states.h"

namespace locklab::sim {

void NodeStates::on(const Event& event) {
  const NodeId node = event.node;
  if (index(node) >= flags_.size()) return;
  std::uint8_t& flags = flags_[index(node)];
  switch (event.kind) {
    case EventKind::node_killed:
      flags = (flags & powerless) | dead;
      if (event.detail == 1) flags |= powerless;
      kills_.begin(node, event.fault);
      stops_.end(node, 0);
      return;
    case EventKind::node_stopped:
      if ((flags & dead) != 0) return;
      flags |= stopped;
      stops_.begin(node, event.fault);
      return;
    case EventKind::node_busy:
      if ((flags & dead) == 0) flags |= busy;
      return;
    case EventKind::node_continued:
      stops_.end(node, event.fault);
      if (!stops_.any(node)) flags &= static_cast<std::uint8_t>(~stopped);
      return;
    case EventKind::node_restarted:
      return restarted(node, event.fault);
    default:
      return;
  }
}

/// Starts a new process, which is neither frozen nor busy.
void NodeStates::restarted(NodeId node, std::uint16_t token) {
  const bool was_dead = (flags_[index(node)] & dead) != 0;
  kills_.end(node, token);
  if (kills_.any(node) || (!was_dead && token != 0)) return;
  stops_.end(node, 0);
  flags_[index(node)] = 0;
}

NodeCondition NodeStates::condition(NodeId node) const {
  const std::uint8_t flags = index(node) < flags_.size() ? flags_[index(node)] : 0;
  if ((flags & powerless) != 0) return NodeCondition::without_power;
  if ((flags & dead) != 0) return NodeCondition::killed;
  if ((flags & stopped) != 0) return NodeCondition::frozen;
  return (flags & busy) != 0 ? NodeCondition::busy : NodeCondition::up;
}

void NodeStates::fingerprint(Fingerprint& print) const {
  for (const std::uint8_t flags : flags_) print.add(std::uint64_t{flags});
  kills_.fingerprint(print);
  stops_.fingerprint(print);
}

}  // namespace locklab::sim
