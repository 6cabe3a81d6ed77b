// What can be decided in a GameState, and what cannot and why: as values, for whoever puts them
// into words.
#pragma once

#include <vector>

#include "sim/game/pending.h"

namespace locklab::sim {

/// The moves that one might want but cannot make now: every message that is on its way, the next
/// few of all other events, and the faults of the budget for each whom they cannot strike.
std::vector<DisabledMove> disabled_moves(GameState& state);

}  // namespace locklab::sim
