// Why nobody gets in: who has the keys that stand in the way, who waits, which nodes are lost. Read
// from the trace once a promise is known to be broken.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// What kept everybody out of `lock` from `since` to `event`: "n1 still holds the key of alice, who
/// crashed at 14 ms, without expiry". Where no key stands in the way at `event`, how the attempts
/// since then failed. Empty: the trace does not tell.
Sentence who_blocks(const Trace& trace, std::uint16_t lock, std::int64_t since, std::size_t event);

/// "bob" or "bob and carol": the first few that wait for `lock` at `event`.
Sentence who_waits(const Trace& trace, std::uint16_t lock, std::size_t event);

/// The nodes that are down, or cut off from those that wait for `lock`, at `event`: "n4 and n5".
Sentence lost_nodes(const Trace& trace, std::uint16_t lock, std::size_t event);

}  // namespace locklab::sim
