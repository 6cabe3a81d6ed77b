// The order in which a search spends its budget: no fault at all, then schedules with one, then
// with two. So what it finds first needs the fewest, and more allowances never hide what fewer
// show.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/budget.h"

namespace locklab::sim {

/// How many faults a budget allows in one schedule.
std::uint32_t strikes_in(const Budget& budget);

/// The budgets of exactly `strikes` faults that `budget` allows.
std::vector<Budget> budgets_of(const Budget& budget, std::uint32_t strikes);

/// Of `parts`, those of the level with that many faults, of at most `most`. Each further fault
/// makes many times as many schedules; a guess at how many is good enough for an estimate.
std::uint64_t parts_of_level(std::uint64_t parts, std::uint32_t strikes, std::uint32_t most);

}  // namespace locklab::sim
