// What both halves of the moves need to know of a GameState: what is under way, and when faults
// end.
#pragma once

#include "sim/game/moves.h"

namespace locklab::sim {

PendingEvent described(GameState& state, const Timer& timer, std::int64_t at);
/// A message that no timer brings on.
PendingEvent described(GameState& state, const Exchange& exchange);

/// When the last fault of a kind that has struck there ends by itself; -1: none does.
std::int64_t end_of_fault(const GameState& state, FaultKind kind, ClientId client, NodeId node);

/// Adds the events that cannot happen now.
void add_disabled_events(GameState& state, std::vector<DisabledMove>& all);
/// Adds the faults that cannot strike or end now.
void add_disabled_faults(GameState& state, std::vector<DisabledMove>& all);

}  // namespace locklab::sim
