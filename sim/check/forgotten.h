// Explains why a node no longer has a write: it crashed, or a replica without the write took its
// place.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Describes what happened between the events `from` and `to` to the data that `node` serves at
/// `to`: "n1 was killed at 5 ms and n2 became the master at 36 ms". Empty if the trace does not
/// show it.
Sentence why_forgotten(const Trace& trace, std::size_t from, NodeId node, std::size_t to);

}  // namespace locklab::sim
