// Checks for servers that a user names, which are not the lab's. Before a run, they must be
// reachable and writable, and the run's keys must be free. Afterwards the janitor removes the run's
// keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/live/janitor.h"
#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "lock/redis/endpoint.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Looks up the addresses of the servers.
std::optional<LiveProblem> resolve_servers(const LiveTarget& target,
                                           std::vector<redis::Endpoint>& endpoints);

/// Lets `login` follow a Redis Cluster's redirections if the only server is a node of one. A
/// problem: one of several is. A key is on one master of a cluster, so that its nodes are no
/// servers of their own for a lock.
std::optional<LiveProblem> look_for_cluster(const std::vector<redis::Endpoint>& servers,
                                            redis::Login& login);

/// Checks that a server is reached and writable, that it has none of `keys`, and marks it as in use
/// until `janitor` has cleaned up. Two runs on one server would disturb each other. What it writes
/// for that begins with `prefix`.
std::optional<LiveProblem> probe_master(const redis::Endpoint& server, const redis::Login& login,
                                        const std::vector<std::string>& keys, Janitor& janitor,
                                        const std::string& prefix);

/// The same for one of several labs that use the server together: it is marked as theirs, which the
/// first of them does, and with this one's sign.
std::optional<LiveProblem> probe_shared_master(const redis::Endpoint& server,
                                               const redis::Login& login,
                                               const Janitor::Share& share, Janitor& janitor,
                                               const std::string& prefix);

/// Checks every server for a run of the scenario. None: all is well.
std::optional<LiveProblem> probe(const sim::Scenario& scenario, const redis::Login& login,
                                 const std::vector<redis::Endpoint>& endpoints, Janitor& janitor);

/// The problem of a server that was lost without a fault of the scenario's.
LiveProblem server_lost(const redis::Endpoint& server, const Sentence& why);

/// The problem of a server that was lost while it was under load.
LiveProblem server_lost_under_load(const redis::Endpoint& server, const Sentence& why);

/// The problem of a server that replies with an error where it must not.
LiveProblem server_refused(const redis::Endpoint& server, const Reply& reply);

/// The problem behind an error that concerns the server and not the lock. A run among such errors
/// shows nothing of its scenario. None: the error concerns the lock.
std::optional<LiveProblem> server_trouble(const redis::Endpoint& server, const Reply& reply,
                                          bool may_be_loading);

/// The problem of a connection that could not be opened before the run.
LiveProblem connection_refused(const redis::Endpoint& server, const Reply& why);

/// The problem of the first server that left requests of the run without a reply and still does not
/// answer.
std::optional<LiveProblem> probe_silent(const sim::Trace& trace, const redis::Login& login,
                                        const std::vector<redis::Endpoint>& endpoints);

/// The problem of keys that could not be removed.
LiveProblem left_behind(const std::vector<Janitor::Left>& keys);
/// Both problems in one.
LiveProblem together(LiveProblem problem, const LiveProblem& also);

}  // namespace locklab::app
