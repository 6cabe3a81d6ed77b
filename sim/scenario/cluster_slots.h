// The hash slots of a scenario's keys, if its nodes form a Redis Cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

inline constexpr std::int64_t cluster_slots = 16'384;

/// Minimum time for which a returning master serves no keys, whatever its configuration: Redis
/// 7.0's CLUSTER_WRITABLE_DELAY.
inline constexpr Duration cluster_comeback = 2s;

/// The slots of all locks of the scenario, and of its resource if that is a key. They are initially
/// at the lock's node; a `migrate` fault moves them. Sorted, without duplicates.
std::vector<std::uint16_t> slots_of(const Scenario& scenario);

/// The node that initially has these slots.
NodeId home_of(const Scenario& scenario);

/// The node that receives the slots of `fault`, a migrate: Fault::to, or else the next node.
NodeId receiver_of(const Fault& fault, std::size_t nodes);

}  // namespace locklab::sim
