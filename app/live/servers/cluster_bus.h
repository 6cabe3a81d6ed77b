// Commands to the nodes of a cluster, and waiting for messages between them. Nodes exchange these
// on the cluster bus: each node's heartbeat claims its slots, so a claim can arrive long after its
// slot has moved.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "app/live/servers/server_fleet.h"
#include "lock/command.h"
#include "lock/reply.h"
#include "lock/time.h"

namespace locklab::app {

/// Time limit for the nodes to agree on anything.
constexpr Duration cluster_patience = 30s;

/// Sends a command to the node and returns the reply; an unknown one if none comes within 10 s.
Reply ask(ServerFleet& servers, std::size_t node, const Command& command);
/// Returns a CLUSTER command with its subcommand.
Command cluster(std::string_view what);
/// Returns a reply other than OK as text; empty if it is OK.
std::string failure(const Reply& reply);

/// Whether the node with that index can answer now. Nodes that cannot are not waited for.
using Answers = std::function<bool(std::size_t)>;
/// Accepts the nodes that are alive and not stopped.
Answers whoever_runs(ServerFleet& servers);

/// Waits until all other nodes that can answer have received everything that `speaker` has sent on
/// the bus so far. Returns the error, or an empty string.
std::string wait_until_heard(ServerFleet& servers, std::size_t speaker, const Answers& answers);

}  // namespace locklab::app
