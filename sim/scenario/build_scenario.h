// From a scenario's tree, in which every measure has been taken, to the Scenario.
#pragma once

#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

/// The ids of all strategies.
std::vector<std::string_view> strategy_ids();

/// What is wrong goes to `complaints`; then the Scenario is not to be used. `own` is the strategy
/// that the scenario was written for.
Scenario build_scenario(const Value& tree, std::string_view own, Complaints& complaints);

}  // namespace locklab::sim
