// The moment between a command that a node has run and its answer: the claim is done, and nobody is
// told. A fault that strikes there strikes within a step, before whatever clients do at that
// instant, and its name is the command's: when="n1 ran alice's claim".
#pragma once

#include <cstddef>

#include "sim/explore/strikes.h"

namespace locklab::sim {

/// The moment at which its node has run this request, which is on its way there.
Trigger moment_of_answer(const Trace& trace, const Exchange& request);

/// Whether anything came of a strike that struck before an answer, by the events from `since` on,
/// that did not come of the same strike before the command.
bool came_to_more(const Strike& strike, const Trace& trace, std::size_t since);

}  // namespace locklab::sim
