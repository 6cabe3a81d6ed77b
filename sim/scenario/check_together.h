// Finds settings that are valid one by one but not together, such as those of a lock that nobody
// could ever acquire, or of a run that has no end or does not fit in memory.
#pragma once

#include <string_view>

#include "lock/strategy.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

/// Complains about such settings. `own` is the strategy that the scenario was written for. If
/// another one replaces it, the complaint names no line of the file, which itself is correct.
void check_together(TableReader& root, const Scenario& scenario, const Strategy& strategy,
                    std::string_view own);

/// Whether a strategy, given by id, reads a switch.
bool reads(std::string_view strategy, std::string_view key);
/// Whether any strategy reads a switch of that name.
bool is_switch(std::string_view key);

}  // namespace locklab::sim
