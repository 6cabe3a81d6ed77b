// A Redis Cluster of a fleet's servers: how they join, and which node owns which slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/servers/cluster_bus.h"
#include "app/live/servers/server_fleet.h"

namespace locklab::app {

/// Joins all servers of the fleet (planned with FleetPlan::cluster) as masters with equal shares of
/// the slots, and waits until they agree. Returns the error, or an empty string.
std::string join_cluster(ServerFleet& servers);

/// Returns the addresses of the masters of a node's cluster; empty if it does not report them.
std::vector<redis::Endpoint> masters_of(const redis::Endpoint& node, const redis::Login& login);

/// Whether the node accepts commands with keys; after a restart, it does so only after two seconds.
bool serves_keys(ServerFleet& servers, std::size_t node);

/// Returns the index of the node that claims the slot; nullopt if no node that can answer does.
std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot,
                                    const Answers& answers);
std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot);

}  // namespace locklab::app
