// Settings that are each possible, and together are not: a lock that nobody could ever get, a run
// that no memory could hold.
#pragma once

#include <string_view>

#include "lock/strategy.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

/// Complains of the first such. `own` is the strategy that the scenario was written for: where
/// another takes its place, the scenario is not wrong, and no line of it is blamed.
void check_together(TableReader& root, const Scenario& scenario, const Strategy& strategy,
                    std::string_view own);

/// Whether the strategy of that id reads that switch.
bool reads(std::string_view strategy, std::string_view key);
/// Whether any strategy does.
bool is_switch(std::string_view key);

}  // namespace locklab::sim
