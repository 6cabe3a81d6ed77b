#include "sim/check/key_history.h"

#include <algorithm>
#include <charconv>

namespace locklab::sim {

const Event& Origins::of(std::size_t key_set) {
  const Event& event = trace_[key_set];
  if (event.client != no_client) {
    by_value_[trace_.text(event)] = key_set;
    return event;
  }
  const auto found = by_value_.find(trace_.text(event));
  return found == by_value_.end() ? event : trace_[found->second];
}

bool same_hold(const Event& a, const Event& b) {
  return a.client == b.client && a.acquisition == b.acquisition;
}

std::map<NodeId, KeyOnNode> fate_of_keys(const Trace& trace, const Event& hold, std::size_t later) {
  std::map<NodeId, KeyOnNode> keys;
  Origins origins(trace);
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    if (e.kind < EventKind::key_set || e.kind > EventKind::key_lost || e.key != hold.key) continue;
    const auto found = keys.find(e.node);
    const bool its = found != keys.end() && !found->second.gone;
    if (e.kind == EventKind::key_set && same_hold(origins.of(i), hold)) {
      keys[e.node] = {i, e.value, e.at - e.since_us, e.at, std::nullopt};
    } else if (its && e.kind == EventKind::key_lease) {
      found->second.lease_us = e.value;
      found->second.lease_from = e.at - e.since_us;
      found->second.lease_at = e.at;
    } else if (its) {
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
    if (e.kind == EventKind::key_set && e.key == hold.key && same_hold(e, hold)) keys[e.node] = i;
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
  constexpr std::int64_t million = 1'000'000;
  std::int64_t jumped = 0;
  std::int64_t drifted = 0;
  std::int64_t ppm = 0;
  std::int64_t since = 0;
  for (std::size_t i = 0; i <= event; ++i) {
    const Event& e = trace[i];
    const bool changes = i < event && e.kind == EventKind::client_clock && e.client == client;
    if (!changes && i < event) continue;
    const std::int64_t passed = e.at - since;
    drifted += passed / million * ppm + passed % million * ppm / million;
    if (!changes) break;
    jumped = e.value;
    ppm = std::clamp(e.extra, -million, million);
    since = e.at;
  }
  constexpr std::int64_t furthest = std::int64_t{1} << 61;  // two of them have a difference
  return std::clamp(jumped + drifted, -furthest, furthest);
}

std::int64_t jump_of(const Trace& trace, std::size_t clock) {
  const Event& e = trace[clock];
  for (std::size_t i = clock; i-- > 0;) {
    const Event& before = trace[i];
    if (before.kind == e.kind && before.client == e.client && before.node == e.node)
      return std::max(e.value - before.value, -INT64_MAX);  // so that it can be turned round
  }
  return e.value;
}

}  // namespace locklab::sim
