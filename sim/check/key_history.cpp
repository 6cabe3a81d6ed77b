#include "sim/check/key_history.h"

#include <algorithm>
#include <charconv>

#include "sim/trace/state/clock_states.h"

namespace locklab::sim {

bool same_hold(const Event& a, const Event& b) {
  return a.client == b.client && a.acquisition == b.acquisition;
}

bool is_of_hold(const KeyState& key, const Event& hold) {
  return key.owner == hold.client && key.acquisition == hold.acquisition;
}

std::map<NodeId, KeyOnNode> fate_of_keys(const Trace& trace, const Event& hold, std::size_t later) {
  std::map<NodeId, KeyOnNode> keys;
  const Families families(trace.info);
  KeyStates states(trace.info);
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    if (!is_key_event(e.kind) || e.key != hold.key) continue;
    states.on(trace, i, families);
    const KeyState* key = states.find(e.node, e.key);
    const auto found = keys.find(e.node);
    if (key && is_of_hold(*key, hold)) {
      keys[e.node] = {key->set, key->lease_us, key->lease_from, key->lease_at, std::nullopt};
    } else if (found != keys.end() && !found->second.gone) {
      found->second.gone = i;
    }
  }
  return keys;
}

bool by_deadline(const Trace& trace, const KeyOnNode& key) {
  return key.lease_us < 0 && deadline_in(trace.text(trace[key.set]));
}

std::int64_t due(const Trace& trace, const KeyOnNode& key) {
  if (by_deadline(trace, key)) return key.lease_at + trace.info.ttl_us;
  return key.lease_us < 0 ? INT64_MAX : key.lease_at + key.lease_us;
}

std::map<NodeId, std::size_t> keys_set_by(const Trace& trace, const Event& hold,
                                          std::size_t later) {
  std::map<NodeId, std::size_t> keys;
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    const bool by_command = e.kind == EventKind::key_set && e.detail == 0;
    if (by_command && e.key == hold.key && same_hold(e, hold)) keys[e.node] = i;
  }
  return keys;
}

std::optional<std::int64_t> deadline_in(std::string_view value) {
  constexpr std::size_t digits_since_2001 = 13;
  std::int64_t deadline = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, deadline);
  const bool reads = error == std::errc() && rest == end && deadline > 0;
  return reads && value.size() == digits_since_2001 ? std::optional(deadline) : std::nullopt;
}

std::int64_t client_offset(const Trace& trace, ClientId client, std::size_t event) {
  ClockStates clocks;
  for (std::size_t i = 0; i < event; ++i) clocks.on(trace[i]);
  return clocks.of(client).ahead_us(trace[event].at);
}

}  // namespace locklab::sim
