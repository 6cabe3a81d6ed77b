// Nodes and clients that a search need not tell apart: whatever happens with one of them happens
// with another in a run that differs in their names alone.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/budget.h"

namespace locklab::sim {

/// The budgets that together allow what `budget` does where every fault strikes a place that is
/// settled beforehand; of places that are alike only one. Where clients' clocks may jump too, that
/// is `budget` itself.
std::vector<Budget> with_places(const Scenario& scenario, const Budget& budget);

class Alike {
 public:
  Alike(const Scenario& scenario, const Budget& budget);

  /// Whether a fault may strike this node, when `struck` (as bits) have been struck so far: of
  /// alike ones that are still untouched only the first.
  bool may_strike_node(std::size_t node, std::uint32_t struck) const {
    return is_first(first_like_node_, node, struck);
  }
  bool may_strike_client(std::size_t client, std::uint32_t struck) const {
    return is_first(first_like_client_, client, struck);
  }

 private:
  static bool is_first(const std::vector<std::size_t>& first_like, std::size_t which,
                       std::uint32_t struck);

  std::vector<std::size_t> first_like_node_;  ///< itself, or an earlier one that it is like
  std::vector<std::size_t> first_like_client_;
};

}  // namespace locklab::sim
