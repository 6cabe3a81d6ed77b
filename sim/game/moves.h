// The moves that are impossible in a GameState now, with the reasons: as values, for a caller that
// puts them into words.
#pragma once

#include <vector>

#include "sim/game/pending.h"

namespace locklab::sim {

/// The moves that a player might want but cannot make now: every message in flight, a few other
/// events (at most four), paused clients, and the faults of the budget, once per impossible target.
std::vector<DisabledMove> disabled_moves(GameState& state);

}  // namespace locklab::sim
