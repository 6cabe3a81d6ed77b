// Faults between a command and its answer: the node has run the claim, and nobody has been told.
// Such a fault strikes within a step, before whatever clients do at that instant, and its moment is
// named after the command: when="n1 ran alice's claim".
#pragma once

#include <cstddef>

#include "sim/explore/strikes.h"

namespace locklab::sim {

/// The moment at which the node has run this request, which is still on its way there.
Trigger moment_of_answer(const Trace& trace, const Exchange& request);

/// Whether a strike before an answer did more than the same strike before the command does, by the
/// events from `since` on.
bool came_to_more(const Strike& strike, const Trace& trace, std::size_t since);

}  // namespace locklab::sim
