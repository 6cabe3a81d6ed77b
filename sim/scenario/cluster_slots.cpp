#include "sim/scenario/cluster_slots.h"

#include <set>
#include <string>

#include "lock/redirection.h"
#include "lock/strategy.h"
#include "sim/scenario/resource_commands.h"

namespace locklab::sim {

std::vector<std::uint16_t> slots_of(const Scenario& scenario) {
  std::set<std::uint16_t> slots;
  const auto add = [&](const std::string& key) { slots.insert(slot_of_key(key)); };
  for (const std::string& lock : locks_of(scenario)) add(lock);
  const Strategy* const strategy =
      scenario.stand_in ? scenario.stand_in : find_strategy(scenario.strategy);
  if (strategy && strategy->atomic_work) add(counter_key(scenario.resource));
  return {slots.begin(), slots.end()};
}

NodeId home_of(const Scenario& scenario) {
  return scenario.lock.nodes.empty() ? NodeId(0) : scenario.lock.nodes.front();
}

NodeId receiver_of(const Fault& fault, std::size_t nodes) {
  if (fault.to != no_node) return fault.to;
  return static_cast<NodeId>((index(fault.node) + 1u) % nodes);
}

}  // namespace locklab::sim
