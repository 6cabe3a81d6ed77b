#include "sim/trace/state/key_states.h"

#include <algorithm>

namespace locklab::sim {

namespace {

/// Maximum number of commands remembered for each key if nodes have replicas. No larger lag is
/// expected.
constexpr std::size_t most_remembered = 256;
/// Maximum number of commands remembered for each key without replicas. They serve to recognize a
/// value that an append-only file restores after a crash.
constexpr std::size_t most_remembered_alone = 8;

/// The key with that name; null if there is none.
template <class Keys>
auto* named(Keys& keys, std::uint16_t name) {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const KeyState& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

void begin_lease(KeyState& key, const Event& event) {
  key.lease_us = event.value < 0 ? -1 : event.value;
  key.lease_from = event.at - event.since_us;
  key.lease_at = event.at;
  key.lease_end = event.value < 0 ? INT64_MAX : event.at + event.value;
}

}  // namespace

void KeyStates::on(const Trace& trace, std::size_t index, const Families& families) {
  const Event& event = trace[index];
  if (locklab::index(event.node) >= nodes_.size()) return;
  switch (event.kind) {
    case EventKind::key_set:
      return set(trace, index, families);
    case EventKind::key_lease:
      if (KeyState* key = named(nodes_[locklab::index(event.node)], event.key))
        begin_lease(*key, event);
      return;
    case EventKind::key_deleted:
    case EventKind::key_expired:
    case EventKind::key_lost:
      std::erase_if(nodes_[locklab::index(event.node)],
                    [&](const KeyState& key) { return key.name == event.key; });
      return;
    default:
      return;
  }
}

void KeyStates::set(const Trace& trace, std::size_t index, const Families& families) {
  const Event& event = trace[index];
  const bool copy = event.client == no_client;
  const std::size_t origin = copy ? origin_of(trace, index, families) : index;
  if (!copy)
    remember(event, index, families.replicated() ? most_remembered : most_remembered_alone);
  std::vector<KeyState>& keys = nodes_[locklab::index(event.node)];
  KeyState* key = named(keys, event.key);
  if (!key) key = &keys.emplace_back();
  key->name = event.key;
  key->owner = trace[origin].client;
  key->acquisition = trace[origin].acquisition;
  key->set = static_cast<std::uint32_t>(index);
  key->origin = static_cast<std::uint32_t>(origin);
  key->text = event.text;
  begin_lease(*key, event);
}

void KeyStates::remember(const Event& event, std::size_t index, std::size_t most) {
  Commands& commands = commands_[event.key];
  const Command command{static_cast<std::uint32_t>(index), event.text};
  if (commands.ring.size() < most) {
    commands.ring.push_back(command);
  } else {
    commands.ring[commands.next] = command;
  }
  commands.next = (commands.next + 1) % most;
}

std::size_t KeyStates::origin_of(const Trace& trace, std::size_t copy,
                                 const Families& families) const {
  const Event& event = trace[copy];
  const std::string_view value = trace.text(event);
  const Commands* commands = commands_.find(event.key);
  const std::size_t size = commands ? commands->ring.size() : 0;
  for (std::size_t back = 1; back <= size; ++back) {
    const Command& command = commands->ring[(commands->next + size - back) % size];
    if (families.related(trace[command.event].node, event.node) &&
        trace.text(command.text) == value)
      return command.event;
  }
  // The command is no longer remembered, but another node may still hold its key.
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const NodeId other{static_cast<std::uint16_t>(node)};
    const KeyState* key = families.related(other, event.node) ? find(other, event.key) : nullptr;
    if (key && key->owner != no_client && trace.text(key->text) == value) return key->origin;
  }
  return copy;
}

void KeyStates::on_clock(NodeId node, std::int64_t forward_us, std::int64_t at) {
  if (forward_us == 0 || index(node) >= nodes_.size()) return;
  for (KeyState& key : nodes_[index(node)]) {
    if (key.lease_end == INT64_MAX) continue;
    std::int64_t end = 0;
    if (__builtin_sub_overflow(key.lease_end, forward_us, &end)) end = INT64_MAX - 1;
    key.lease_end = std::max(end, at);
  }
}

const KeyState* KeyStates::find(NodeId node, std::uint16_t name) const {
  return named(of(node), name);
}

}  // namespace locklab::sim
