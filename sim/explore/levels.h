// The order in which a search spends its budget: schedules without a fault first, then with one,
// then with two. What it finds first thus needs the fewest faults, and a larger budget never hides
// what a smaller one shows.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/budget.h"

namespace locklab::sim {

/// The number of faults that a budget allows in one schedule.
std::uint32_t strikes_in(const Budget& budget);

/// The budgets of exactly `strikes` faults that `budget` allows.
std::vector<Budget> budgets_of(const Budget& budget, std::uint32_t strikes);

/// The share, out of `parts`, of the level with `strikes` faults, of at most `most`. Each further
/// fault multiplies the number of schedules; a guessed factor is good enough for an estimate.
std::uint64_t parts_of_level(std::uint64_t parts, std::uint32_t strikes, std::uint32_t most);

}  // namespace locklab::sim
