#include "sim/explore/symmetry.h"

#include <algorithm>

#include "lock/assert.h"
#include "lock/strategy.h"
#include "sim/explore/targets.h"

namespace locklab::sim {

namespace {

bool named(const Budget& budget, const std::string& name) {
  return std::any_of(budget.begin(), budget.end(),
                     [&](const Allowance& allowed) { return allowed.place == name; });
}

/// Nodes are symmetric only if a lock asks all of them at once: when asked in turn, the first
/// differs from the second.
bool nodes_alike(const Scenario& scenario, const NodeSpec& a, NodeSpec b) {
  const Strategy& strategy = *find_strategy(scenario.strategy);
  if (strategy.topology != Topology::masters || scenario.lock.order != Order::parallel)
    return false;
  b.name = a.name;
  return a == b;
}

bool clients_alike(const Scenario&, const ClientSpec& a, ClientSpec b) {
  b.name = a.name;
  return a == b;
}

}  // namespace

Symmetry::Symmetry(const Scenario& scenario, const Budget& budget) {
  const bool names_matter = !scenario.links.empty() || !scenario.faults.empty();
  const auto group = [&](const auto& all, auto alike, std::vector<std::size_t>& first_like) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::size_t first = i;
      for (std::size_t j = 0; j < i && i < Struck::most && first == i; ++j) {
        if (names_matter || named(budget, all[i].name) || named(budget, all[j].name)) continue;
        if (alike(scenario, all[j], all[i])) first = first_like[j];
      }
      first_like.push_back(first);
    }
  };
  group(scenario.nodes, nodes_alike, first_like_node_);
  group(scenario.clients, clients_alike, first_like_client_);
}

bool Symmetry::is_first(const std::vector<std::size_t>& first_like, std::size_t which,
                        Struck struck) {
  if (struck.has(which)) return true;
  for (std::size_t i = 0; i < which; ++i)
    if (first_like[i] == first_like[which] && !struck.has(i)) return false;
  return true;
}

namespace {

/// Places the next clock jump at each eligible node from `from` on, and then the remaining jumps.
void place_jumps(const Scenario& scenario, const Symmetry& alike, std::uint32_t jumps,
                 std::size_t from, Struck struck, const Budget& so_far, std::vector<Budget>& all) {
  if (jumps == 0) return all.push_back(so_far);
  for (std::size_t node = from; node < scenario.nodes.size(); ++node) {
    if (!alike.may_strike_node(node, struck)) continue;
    Budget more = so_far;
    const std::string& place = scenario.nodes[node].name;
    const bool again = !more.empty() && more.back().place == place && node == from;
    if (again) {
      ++more.back().count;
    } else {
      more.push_back({StrikeKind::clock_jump, std::nullopt, place, 1});
    }
    Struck with_it = struck;
    with_it.add(node);
    place_jumps(scenario, alike, jumps - 1, node, with_it, more, all);
  }
}

}  // namespace

std::vector<Budget> with_places(const Scenario& scenario, const Budget& budget) {
  if (reads_wall_clock(scenario)) return {budget};
  const Symmetry alike(scenario, budget);
  Budget placed;
  std::uint32_t jumps = 0;
  for (const Allowance& allowed : budget) {
    const bool anywhere = allowed.kind == StrikeKind::clock_jump && allowed.place.empty();
    if (anywhere) {
      jumps += allowed.count;
    } else {
      placed.push_back(allowed);
    }
  }
  if (jumps > 0) LOCKLAB_ASSERT(!strikes_clients(StrikeKind::clock_jump, scenario));
  std::vector<Budget> all;
  place_jumps(scenario, alike, jumps, 0, {}, placed, all);
  return all;
}

}  // namespace locklab::sim
