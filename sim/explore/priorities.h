// Probabilistic concurrency testing: in each schedule every actor has a random priority, and the
// one with the highest goes first. At a few random steps the priority of the running one drops
// below all initial ones. A bug that needs d orderings is found with a probability that falls only
// with the number of steps to the power of d-1 (Burckhardt, Kothari, Musuvathi, Nagarakatte: "A
// Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sim/explore/searched_world.h"
#include "sim/world/dice.h"

namespace locklab::sim {

class Priorities {
 public:
  /// Draws the priorities for one schedule of about `steps` steps.
  Priorities(RandomBits& dice, const Scenario& scenario, std::uint64_t steps)
      : nodes_(scenario.nodes.size()), ranks_(scenario.clients.size() * (nodes_ + 2)) {
    for (std::int64_t& rank : ranks_) rank = static_cast<std::int64_t>(dice.below(1u << 30));
    for (std::uint64_t& change : changes_) change = dice.below(std::max<std::uint64_t>(steps, 1));
  }

  /// The index of the enabled step, in the world's enumeration, to take as the `step`th.
  std::uint32_t first(const Ties& ties, std::uint64_t step) {
    std::uint32_t best = 0;
    for (std::uint32_t other = 1; other < ties.size(); ++other)
      if (rank_of(ties[other]) > rank_of(ties[best])) best = other;
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i] == step) rank_of(ties[best]) = -static_cast<std::int64_t>(i) - 1;
    return best;
  }

 private:
  /// The rank of the timer's actor: a link, or a client for its own steps; all others share one.
  std::int64_t& rank_of(const Timer& timer) {
    const std::size_t columns = nodes_ + 2;
    if (timer.kind == TimerKind::wire) {
      const auto& exchange = *static_cast<const Exchange*>(timer.owner);
      const std::size_t node = exchange.node == resource_node ? nodes_ : index(exchange.node);
      return ranks_[index(exchange.from) * columns + node];
    }
    const ClientId client = client_of(timer);
    return client == no_client ? others_ : ranks_[index(client) * columns + nodes_ + 1];
  }

  static constexpr std::size_t changes = 2;

  std::size_t nodes_;
  std::vector<std::int64_t> ranks_;
  std::int64_t others_ = 0;
  std::array<std::uint64_t, changes> changes_{};
};

}  // namespace locklab::sim
