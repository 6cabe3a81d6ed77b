#include "sim/explore/levels.h"

#include <algorithm>

namespace locklab::sim {

namespace {

void add_budgets(const Budget& budget, std::size_t from, std::uint32_t strikes, Budget& so_far,
                 std::vector<Budget>& all) {
  if (strikes == 0) return all.push_back(so_far);
  if (from == budget.size()) return;
  for (std::uint32_t count = std::min(budget[from].count, strikes); count > 0; --count) {
    so_far.push_back(budget[from]);
    so_far.back().count = count;
    add_budgets(budget, from + 1, strikes - count, so_far, all);
    so_far.pop_back();
  }
  add_budgets(budget, from + 1, strikes, so_far, all);
}

}  // namespace

std::uint32_t strikes_in(const Budget& budget) {
  std::uint32_t strikes = 0;
  for (const Allowance& allowed : budget) strikes += allowed.count;
  return strikes;
}

std::vector<Budget> budgets_of(const Budget& budget, std::uint32_t strikes) {
  std::vector<Budget> all;
  Budget so_far;
  add_budgets(budget, 0, strikes, so_far, all);
  return all;
}

std::uint64_t parts_of_level(std::uint64_t parts, std::uint32_t strikes, std::uint32_t most) {
  constexpr std::uint32_t times = 5;  // 32 times as many schedules with each fault
  const auto of = [&](std::uint32_t level) {
    const std::uint32_t shift = times * (most - level + 1);
    return shift < 64 ? parts >> shift : 0;
  };
  if (strikes < most) return of(strikes);
  std::uint64_t others = 0;
  for (std::uint32_t level = 0; level < most; ++level) others += of(level);
  return parts - others;
}

}  // namespace locklab::sim
