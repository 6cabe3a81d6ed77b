// Faults between a command and its reply: the node has run it, and nobody knows it yet. Such a
// fault is injected within a step, before whatever clients do at that instant, and its moment is
// named after the command: when="n1 ran alice's claim".
#pragma once

#include <cstddef>

#include "sim/explore/strikes.h"

namespace locklab::sim {

/// The moment at which the node has run this request, which is still in flight to it.
Trigger moment_of_answer(const Trace& trace, const Exchange& request);

/// Whether a fault before a reply had more effect than the same fault before the command, judged by
/// the events from `since` on.
bool came_to_more(const Strike& strike, const Trace& trace, std::size_t since);

}  // namespace locklab::sim
