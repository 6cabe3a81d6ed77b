// A Redis Cluster of a fleet's servers, and the move of a slot from one of its masters to another.
// Both are done with the commands, and in the order, of `redis-cli --cluster`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/server_fleet.h"

namespace locklab::app {

/// What a server of a cluster needs on its command line. Its bus gets a port of its own: the usual
/// one may be another program's.
std::vector<std::string> cluster_options();

/// Joins all servers of the fleet, as masters of as many slots each, and waits until they agree.
/// Returns why it failed; empty: it did not.
std::string join_cluster(ServerFleet& servers);

/// The addresses of the masters of that node's cluster; empty: it does not tell them.
std::vector<redis::Endpoint> masters_of(const redis::Endpoint& node, const redis::Login& login);

/// The index of the master that has the slot. None: nobody says so.
std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot);

/// Moves a slot with all its keys to another master. Commands that come meanwhile are sent on by
/// the servers. Returns why it failed; empty: it did not.
std::string move_slot(ServerFleet& servers, std::uint16_t slot, std::size_t to);

}  // namespace locklab::app
