// What the trace tells of keys and clocks: whose a key is, what became of a hold's keys node by
// node, how far a clock was off. The sentences that say why a promise was broken are made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "sim/trace/state/key_states.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Both belong to the same acquisition of the same client.
bool same_hold(const Event& a, const Event& b);
/// The key's value was set by the acquisition that `hold` belongs to.
bool is_of_hold(const KeyState& key, const Event& hold);

/// A hold's key on one node, or how it went.
struct KeyOnNode {
  std::size_t set = 0;          ///< the event that set it
  std::int64_t lease_us = -1;   ///< by the node's clock; -1: no expiry
  std::int64_t lease_from = 0;  ///< the lease began between `lease_from` and `lease_at`
  std::int64_t lease_at = 0;
  std::optional<std::size_t> gone;  ///< the event that took it away
};

/// What befell the keys of the hold that `hold` belongs to, by node, up to `later`.
std::map<NodeId, KeyOnNode> fate_of_keys(const Trace& trace, const Event& hold, std::size_t later);

/// The key has no lease on the server: its deadline is its value.
bool by_deadline(const Trace& trace, const KeyOnNode& key);

/// When the lease is over by a clock that is right, in us of world time; INT64_MAX: never.
std::int64_t due(const Trace& trace, const KeyOnNode& key);

/// The last key that the acquisition of `hold` set on each node, up to `later`.
std::map<NodeId, std::size_t> keys_set_by(const Trace& trace, const Event& hold, std::size_t later);

/// A deadline that a client wrote as the key's value (ms since 1970), where the value reads as one.
std::optional<std::int64_t> deadline_in(std::string_view value);

/// How far a client's wall clock is off, in us, just before `event`.
std::int64_t client_offset(const Trace& trace, ClientId client, std::size_t event);

}  // namespace locklab::sim
