// The faults of a game's budget that cannot strike now.
#pragma once

#include <vector>

#include "sim/game/pending.h"

namespace locklab::sim {

/// Adds those faults for each whom they cannot strike, and the ends of those that stand and cannot
/// end now.
void add_disabled_faults(GameState& state, std::vector<DisabledMove>& all);

}  // namespace locklab::sim
