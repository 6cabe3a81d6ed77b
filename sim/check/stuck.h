// Explains why nobody enters: which keys block the lock, who waits, and which nodes are lost. It
// reads the trace after the breach is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "sim/check/situation.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A lock that nobody could enter.
struct Stuck {
  std::uint16_t lock = no_name;
  std::int64_t since = 0;  ///< in us
  std::size_t event = 0;   ///< index of the event at which it has lasted too long
  std::size_t until = 0;   ///< index of the event before which failed attempts count
};

/// Describes what kept the lock closed: "n1 still holds the key of alice, who crashed at 14 ms,
/// without expiry". If no key blocks it at `event`, describes the key of a crashed client or the
/// split vote that blocked it before, or how the attempts since `since` failed. Empty if the trace
/// does not show the reason.
Sentence who_blocks(const Trace& trace, const Stuck& stuck);

/// The waiters for `lock` at `event`: "bob and carol", or "4 clients" if there are more than three.
Sentence who_waits(const Trace& trace, std::uint16_t lock, std::size_t event);

/// The waiters for `lock` at `event` that are not paused and reach the nodes needed, in the form of
/// who_waits().
Sentence who_could_enter(const Trace& trace, std::uint16_t lock, std::size_t event);

/// Words for a loss, to follow "was": "refusing writes".
Sentence loss_words(NodeLoss loss);

/// The index of the event with which a client next enters `lock`, at or after `event`; that of the
/// last event if none does.
std::size_t next_entry(const Trace& trace, std::uint16_t lock, std::size_t event);

/// Describes lost nodes: "n4 was down and n5 and n6 were cut off".
Sentence loss_words(const Trace& trace, const std::map<NodeId, NodeLoss>& nodes);

/// Describes the nodes lost at `event` to waiters for `lock` that have lost a minority of them.
/// Empty if there is no such waiter.
Sentence lost_nodes(const Trace& trace, std::uint16_t lock, std::size_t event);

}  // namespace locklab::sim
