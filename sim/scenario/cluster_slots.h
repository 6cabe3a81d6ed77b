// The hash slots of a scenario's keys, where its nodes are a Redis Cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

inline constexpr std::int64_t cluster_slots = 16'384;

/// So long does a master that comes back serve no keys, whatever its configuration is: Redis 7.0's
/// CLUSTER_WRITABLE_DELAY.
inline constexpr Duration cluster_comeback = 2s;

/// The slots of all locks of the scenario, and of its resource where that is a key. They begin at
/// the lock's node, and go where `migrate` sends them. In order, each once.
std::vector<std::uint16_t> slots_of(const Scenario& scenario);

/// The node where they begin.
NodeId home_of(const Scenario& scenario);

/// The node that gets the slots of `fault`, a migrate.
NodeId receiver_of(const Fault& fault, std::size_t nodes);

}  // namespace locklab::sim
