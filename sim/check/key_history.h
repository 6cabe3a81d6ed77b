// Answers questions about keys and clocks from a trace: the owner of a key, the fate of a hold's
// keys on each node, the error of a clock. The answers are used in sentences that explain a breach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "sim/trace/state/key_states.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Whether both events belong to the same acquisition of the same client.
bool same_hold(const Event& a, const Event& b);
/// Whether the key's value was set by the acquisition of `hold`.
bool is_of_hold(const KeyState& key, const Event& hold);

/// A hold's key on one node, and how it was removed.
struct KeyOnNode {
  std::size_t set = 0;          ///< index of the event that set it
  std::int64_t lease_us = -1;   ///< by the node's clock; -1 if it has no lease
  std::int64_t lease_from = 0;  ///< us of world time: it began between `lease_from` and `lease_at`
  std::int64_t lease_at = 0;
  std::optional<std::size_t> gone;  ///< index of the event that removed or overwrote it
};

/// The fate of the keys of the acquisition of `hold`, by node, before the event `later`.
std::map<NodeId, KeyOnNode> fate_of_keys(const Trace& trace, const Event& hold, std::size_t later);

/// Whether the key's value is a deadline, with no lease on the server.
bool by_deadline(const Trace& trace, const KeyOnNode& key);

/// The time at which the lease ends by a correct clock, in us of world time; INT64_MAX if never.
std::int64_t due(const Trace& trace, const KeyOnNode& key);

/// The index of the last key_set by a command of the acquisition of `hold` on each node, before
/// `later`, without replicas' copies and keys that moved with their slot.
std::map<NodeId, std::size_t> keys_set_by(const Trace& trace, const Event& hold, std::size_t later);

/// The deadline that a client wrote as the key's value (ms since 1970), or nullopt if the value
/// does not look like one.
std::optional<std::int64_t> deadline_in(std::string_view value);

/// The error of a client's wall clock in us, just before `event`.
std::int64_t client_offset(const Trace& trace, ClientId client, std::size_t event);

}  // namespace locklab::sim
