// Which ways out of a state may stand for all of them: where things do not depend on each other,
// trying them in every order leads to the same states again and again (partial-order reduction;
// assets/docs/explorer.md says why what is found stays the same).
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
  /// `budget` outlives it.
  Reduction(const Scenario& scenario, const Budget& budget, Properties wanted);

  /// A reply that a client will look at later, when it has looked at another: nothing depends on it
  /// now.
  std::optional<std::uint32_t> reply_for_later(Searched& now, const Spent& spent) const;
  /// A step of one client that may turn out to be its own business.
  struct Candidate {
    std::uint32_t way = 0;
    bool alone = false;  ///< the client waits for nothing else
  };
  /// Those among the ways that the world has counted last.
  void candidates(Searched& now, const Spent& spent, std::vector<Candidate>& all) const;
  /// Whether it was: of the events from `since` on, none concerns anybody else.
  bool was_private(const Candidate& candidate, const Trace& trace, std::size_t since) const;

  /// Ways that are enough where time stands still, and the nodes at which faults must be tried with
  /// them.
  struct Few {
    std::vector<std::uint32_t> ways;
    std::bitset<most_nodes> nodes;
    bool has(NodeId node) const { return index(node) < nodes.size() && nodes[index(node)]; }
  };
  std::optional<Few> few(Searched& now, const Spent& spent) const;

 private:
  bool may_strike_clients(const Spent& spent) const;
  bool may_use_few(Searched& now, const Spent& spent) const;
  std::optional<Few> release_of_nothing(Searched& now) const;
  std::optional<Few> all_at_one_node(Searched& now, NodeId node) const;
  std::optional<Few> what_clients_wait_for(Searched& now) const;
  std::size_t strikes_at(const Few& few, const Spent& spent) const;

  const Scenario& scenario_;
  const Budget& budget_;
  bool attempts_matter_;  ///< somebody compares the order in which clients begin to ask
  bool nodes_are_apart_;  ///< nothing that is looked for compares what happens at two nodes
};

}  // namespace locklab::sim
