// Talk with the nodes of a cluster, and their talk with each other. They tell it on a bus: each
// claims its slots to the others whenever it greets them, so a claim can arrive long after its slot
// has moved.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "app/live/server_fleet.h"
#include "lock/command.h"
#include "lock/reply.h"
#include "lock/time.h"

namespace locklab::app {

/// How long the nodes may take to agree about anything.
constexpr Duration cluster_patience = 30s;

/// The node's answer, for which a busy machine gets time. Unknown: it has none.
Reply ask(ServerFleet& servers, std::size_t node, const Command& command);
/// The command CLUSTER with its first word.
Command cluster(std::string_view what);
/// What went wrong; empty: nothing did.
std::string failure(const Reply& reply);

/// Tells whether a node, by its index, can answer now. The others are not waited for.
using Answers = std::function<bool(std::size_t)>;
/// Each that lives and is not stopped.
Answers whoever_runs(ServerFleet& servers);

/// Waits until all other nodes that can answer have taken in whatever `speaker` has said on the bus
/// so far. Returns why they have not; empty: they have.
std::string wait_until_heard(ServerFleet& servers, std::size_t speaker, const Answers& answers);

}  // namespace locklab::app
