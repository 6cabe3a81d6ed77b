// Builds the Scenario from a scenario's tree, after all overrides have been applied.
#pragma once

#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

std::vector<std::string_view> strategy_ids();

/// Builds the Scenario, which must not be used if `complaints` has received any. `own` is the
/// strategy that the scenario was written for.
Scenario build_scenario(const Value& tree, std::string_view own, Complaints& complaints);

}  // namespace locklab::sim
