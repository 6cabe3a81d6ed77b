// Symmetry reduction: nodes and clients that a search need not distinguish, because whatever
// happens to one of them happens to another in a run that differs only in names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/explore/budget.h"

namespace locklab::sim {

/// Splits `budget` into budgets that fix the place of every clock jump in advance and together
/// allow the same faults; of symmetric places only one is named. If clients' clocks may jump as
/// well, returns `budget` itself.
std::vector<Budget> with_places(const Scenario& scenario, const Budget& budget);

/// The nodes, or the clients, already hit by faults, which makes them distinct from all others.
/// Covers the first `most` of them; Symmetry treats those beyond as distinct from the beginning.
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

  /// Whether a fault may hit this node after those in `struck`: of symmetric nodes still untouched,
  /// only the first may be hit.
  bool may_strike_node(std::size_t node, Struck struck) const {
    return is_first(first_like_node_, node, struck);
  }
  bool may_strike_client(std::size_t client, Struck struck) const {
    return is_first(first_like_client_, client, struck);
  }

 private:
  static bool is_first(const std::vector<std::size_t>& first_like, std::size_t which,
                       Struck struck);

  std::vector<std::size_t>
      first_like_node_;  ///< the node itself, or an earlier one symmetric to it
  std::vector<std::size_t> first_like_client_;
};

}  // namespace locklab::sim
