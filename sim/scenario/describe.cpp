#include "sim/scenario/describe.h"

#include <fmt/format.h>

#include "lock/strategy.h"
#include "sim/scenario/promises.h"

namespace locklab::sim {

namespace {

std::int32_t number_of(const Scenario& scenario, const std::string& node) {
  for (std::size_t i = 0; i < scenario.nodes.size(); ++i)
    if (scenario.nodes[i].name == node) return static_cast<std::int32_t>(i);
  return -1;
}

}  // namespace

TraceInfo describe(const Scenario& scenario, std::string_view world, const std::string& run) {
  const Strategy& strategy =
      scenario.stand_in ? *scenario.stand_in : *find_strategy(scenario.strategy);
  TraceInfo info;
  info.scenario = scenario.name;
  info.title = scenario.title;
  info.strategy = scenario.strategy;
  info.world = world;
  info.run = run;
  info.seed = scenario.seed;
  info.ttl_us = us(scenario.lock.lease.value_or(scenario.lock.ttl));
  info.bound_us = us(scenario.bound_time());
  info.admits =
      strategy.traits.has(Trait::counts_permits) ? scenario.lock.capacity : strategy.admits;
  if (strategy.topology != Topology::none) {
    info.lock_nodes = static_cast<std::uint32_t>(scenario.lock.nodes.size());
    info.needs = static_cast<std::uint32_t>(scenario.lock.quorum());
  } else {
    info.needs = 0;
  }
  if (strategy.traits.has(Trait::needs_replicas))
    info.needs_replicas = static_cast<std::uint32_t>(scenario.lock.replicas);
  if (strategy.traits.has(Trait::limits_rate)) {
    info.quota_limit = scenario.lock.limit;
    info.quota_window_us = us(scenario.lock.window);
  }
  info.promises = promised_by(strategy).bits();
  for (const ClientSpec& client : scenario.clients) info.clients.push_back(client.name);
  for (const NodeSpec& node : scenario.nodes) {
    info.nodes.push_back(node.name);
    info.replica_of.push_back(number_of(scenario, node.replica_of));
  }
  info.resource = scenario.resource;
  info.initial_value = scenario.initial_value;
  info.change = scenario.change;
  return info;
}

std::string stopped_at(std::size_t events) {
  return fmt::format("the run was stopped at {} events", events);
}

}  // namespace locklab::sim
