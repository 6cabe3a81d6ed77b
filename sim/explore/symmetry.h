// Symmetry reduction: nodes and clients that a search need not tell apart, because whatever happens
// with one of them happens with another in a run that differs in their names alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/explore/budget.h"

namespace locklab::sim {

/// Budgets in which the place of every clock jump is settled beforehand, and which together allow
/// what `budget` does; of places that are alike they name only one. Where clients' clocks may jump,
/// too, that is `budget` itself.
std::vector<Budget> with_places(const Scenario& scenario, const Budget& budget);

/// The nodes, or the clients, that faults have struck: they are like no others any more. It counts
/// the first `most` of them; Symmetry takes those beyond to be like no others from the beginning.
class Struck {
 public:
  static constexpr std::size_t most = 64;
  void add(std::size_t which) {
    if (which < most) bits_ |= std::uint64_t{1} << which;
  }
  bool has(std::size_t which) const { return which < most && (bits_ >> which & 1) != 0; }
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;
};

class Symmetry {
 public:
  Symmetry(const Scenario& scenario, const Budget& budget);

  /// Whether a fault may strike this node, when `struck` have been struck so far: of alike ones
  /// that are still untouched only the first.
  bool may_strike_node(std::size_t node, Struck struck) const {
    return is_first(first_like_node_, node, struck);
  }
  bool may_strike_client(std::size_t client, Struck struck) const {
    return is_first(first_like_client_, client, struck);
  }

 private:
  static bool is_first(const std::vector<std::size_t>& first_like, std::size_t which,
                       Struck struck);

  std::vector<std::size_t> first_like_node_;  ///< itself, or an earlier one that it is like
  std::vector<std::size_t> first_like_client_;
};

}  // namespace locklab::sim
