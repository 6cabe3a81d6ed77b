#include "sim/trace/state/node_states.h"

namespace locklab::sim {

void NodeStates::kill(NodeId node, std::uint16_t token, bool power_lost) {
  if (!known(node)) return;
  std::uint8_t& flags = flags_[index(node)];
  flags = static_cast<std::uint8_t>((flags & powerless) | dead | (power_lost ? powerless : 0));
  kills_.begin(node, token);
  if (power_lost) power_losses_.begin(node, token);
  stops_.end(node, 0);
  refusals_.end(node, 0);
}

void NodeStates::stop(NodeId node, std::uint16_t token) {
  if (!known(node) || has(node, dead)) return;
  flags_[index(node)] |= stopped;
  stops_.begin(node, token);
}

void NodeStates::refuse(NodeId node, std::uint16_t token) {
  if (!known(node) || has(node, dead)) return;
  flags_[index(node)] |= refusing;
  refusals_.begin(node, token);
}

void NodeStates::accept(NodeId node, std::uint16_t token) {
  if (!known(node)) return;
  refusals_.end(node, token);
  if (!refusals_.any(node)) flags_[index(node)] &= static_cast<std::uint8_t>(~refusing);
}

void NodeStates::keep_busy(NodeId node) {
  if (known(node) && !has(node, dead)) flags_[index(node)] |= busy;
}

void NodeStates::go_on(NodeId node, std::uint16_t token) {
  if (!known(node)) return;
  stops_.end(node, token);
  if (!stops_.any(node)) flags_[index(node)] &= static_cast<std::uint8_t>(~stopped);
}

void NodeStates::restart(NodeId node, std::uint16_t token) {
  if (!known(node)) return;
  const bool was_dead = has(node, dead);
  kills_.end(node, token);
  power_losses_.end(node, token);
  if (was_dead && !power_losses_.any(node))
    flags_[index(node)] &= static_cast<std::uint8_t>(~powerless);
  if (kills_.any(node) || (!was_dead && token != 0)) return;
  stops_.end(node, 0);
  refusals_.end(node, 0);
  flags_[index(node)] = 0;
}

NodeCondition NodeStates::condition(NodeId node) const {
  const std::uint8_t flags = known(node) ? flags_[index(node)] : 0;
  if ((flags & powerless) != 0) return NodeCondition::without_power;
  if ((flags & dead) != 0) return NodeCondition::killed;
  if ((flags & stopped) != 0) return NodeCondition::frozen;
  if ((flags & busy) != 0) return NodeCondition::busy;
  return (flags & refusing) != 0 ? NodeCondition::refusing : NodeCondition::up;
}

void NodeStates::fingerprint(Fingerprint& print) const {
  for (const std::uint8_t flags : flags_) print.add(std::uint64_t{flags});
  kills_.fingerprint(print);
  power_losses_.fingerprint(print);
  stops_.fingerprint(print);
  refusals_.fingerprint(print);
}

}  // namespace locklab::sim
