// Talk with the nodes of a cluster, and their talk with each other. They tell it on a bus: each
// claims its slots to the others whenever it greets them, so a claim can arrive long after its slot
// has moved.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/live/server_fleet.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

/// How long the nodes may take to agree about anything.
constexpr Duration cluster_patience = 30s;

redis::BlockingClient client_of(ServerFleet& servers, std::size_t node);
/// The command CLUSTER with its first word.
Command cluster(std::string_view what);
/// What went wrong; empty: nothing did.
std::string failure(const Reply& reply);
/// Whether the node can answer: it lives, and does not stand still.
bool runs(ServerFleet& servers, std::size_t node);

/// Waits until all other nodes that run have taken in whatever `speaker` has said on the bus so
/// far. Returns why they have not; empty: they have.
std::string wait_until_heard(ServerFleet& servers, std::size_t speaker);

}  // namespace locklab::app
