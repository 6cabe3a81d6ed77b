// The faults of a game's budget that cannot be injected now.
#pragma once

#include <vector>

#include "sim/game/pending.h"

namespace locklab::sim {

/// Adds the budget's faults that cannot be injected now, once per impossible target, and the ends
/// of active faults that cannot end now.
void add_disabled_faults(GameState& state, std::vector<DisabledMove>& all);

}  // namespace locklab::sim
