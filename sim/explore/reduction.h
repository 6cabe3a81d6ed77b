// Partial-order reduction: which of the enabled steps may represent all of them. Trying independent
// steps in every order only leads to the same states again. assets/docs/explorer.md explains why
// the search still finds the same violations.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/explore/strikes.h"
#include "sim/scenario/measure.h"

namespace locklab::sim {

class Reduction {
 public:
  /// `budget` must outlive it.
  Reduction(const Scenario& scenario, const Budget& budget, Properties wanted);

  /// The step that delivers a reply that its client does not await yet, so that nothing depends on
  /// it now. nullopt if there is none.
  std::optional<std::uint32_t> reply_for_later(SearchedWorld& now, const SpentBudget& spent) const;
  /// A step of one client that may turn out to affect nobody else.
  struct Candidate {
    std::uint32_t step = 0;
    bool alone = false;  ///< nothing else of the client is due now (asynchronous: or awaited)
  };
  /// Finds the candidates among the steps that the world enumerated last.
  void candidates(SearchedWorld& now, const SpentBudget& spent, std::vector<Candidate>& all) const;
  /// Whether the step affected nobody else, judged by the events from `since` on.
  bool was_private(const Candidate& candidate, const Trace& trace, std::size_t since) const;

  /// Steps that suffice in asynchronous mode (a persistent set: Godefroid, 1996), and the nodes
  /// whose faults must be tried with them.
  struct PersistentSet {
    std::vector<std::uint32_t> steps;
    std::bitset<most_nodes> nodes;
    bool has(NodeId node) const { return index(node) < nodes.size() && nodes[index(node)]; }
  };
  std::optional<PersistentSet> persistent_set(SearchedWorld& now, const SpentBudget& spent) const;

 private:
  bool may_strike_clients(const SpentBudget& spent) const;
  bool may_use_persistent_set(SearchedWorld& now, const SpentBudget& spent) const;
  std::optional<PersistentSet> asks_in_vain(SearchedWorld& now) const;
  std::optional<PersistentSet> all_at_one_node(SearchedWorld& now, NodeId node) const;
  std::optional<PersistentSet> what_clients_wait_for(SearchedWorld& now) const;
  std::size_t strikes_at(const PersistentSet& set, const SpentBudget& spent) const;

  const Scenario& scenario_;
  const Budget& budget_;
  bool attempts_matter_;  ///< some property depends on the order of attempts
  bool nodes_are_apart_;  ///< no cluster, no replicas, and no wanted property compares two nodes
};

}  // namespace locklab::sim
