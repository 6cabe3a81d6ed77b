// A Redis Cluster of a fleet's servers: how they join, and who has which slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/cluster_bus.h"
#include "app/live/server_fleet.h"

namespace locklab::app {

/// Joins all servers of the fleet, which are planned for it (FleetPlan::cluster), as masters of as
/// many slots each, and waits until they agree. Returns why it failed; empty: it did not.
std::string join_cluster(ServerFleet& servers);

/// The addresses of the masters of that node's cluster; empty: it does not tell them.
std::vector<redis::Endpoint> masters_of(const redis::Endpoint& node, const redis::Login& login);

/// Whether the node takes commands with keys: one that has just started again waits two seconds.
bool serves_keys(ServerFleet& servers, std::size_t node);

/// The index of the master that says it has the slot. None: none that can answer says so.
std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot,
                                    const Answers& answers);
std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot);

}  // namespace locklab::app
