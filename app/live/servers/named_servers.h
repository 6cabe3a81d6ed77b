// Checks for servers that a user names, which the lab did not start. Before a run they must be
// reachable and writable, and the run's keys must be free. Afterwards the janitor removes the run's
// keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/live/servers/janitor.h"
#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "lock/redis/endpoint.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

std::optional<LiveProblem> resolve_servers(const LiveTarget& target,
                                           std::vector<redis::Endpoint>& endpoints);

/// Makes `login` follow a Redis Cluster's redirections if the only server is a node of one. Rejects
/// several servers if one is a cluster node: each key is on one master of a cluster, so its nodes
/// are not independent servers for a lock.
std::optional<LiveProblem> look_for_cluster(const std::vector<redis::Endpoint>& servers,
                                            redis::Login& login);

/// Checks that a server is reachable and writable and has none of `keys`, and marks it as in use
/// until `janitor` has cleaned up, since two runs on one server would disturb each other. The keys
/// that it writes begin with `prefix`. Returns the first problem.
std::optional<LiveProblem> probe_master(const redis::Endpoint& server, const redis::Login& login,
                                        const std::vector<std::string>& keys, Janitor& janitor,
                                        const std::string& prefix);

/// Checks a server like probe_master(), but without looking for keys, for one of several labs that
/// share it: the first of them marks it for all, and each adds its own sign.
std::optional<LiveProblem> probe_shared_master(const redis::Endpoint& server,
                                               const redis::Login& login,
                                               const Janitor::Share& share, Janitor& janitor,
                                               const std::string& prefix);

/// Checks every server for a run of the scenario: masters as probe_master() does, and whether
/// replicas are reachable. Returns the first problem.
std::optional<LiveProblem> probe(const sim::Scenario& scenario, const redis::Login& login,
                                 const std::vector<redis::Endpoint>& endpoints, Janitor& janitor);

/// The problem of a server lost without a fault of the scenario.
LiveProblem server_lost(const redis::Endpoint& server, const Sentence& why);

LiveProblem server_lost_under_load(const redis::Endpoint& server, const Sentence& why);

/// The problem of a server that is unreachable, or does not reply as it must.
LiveProblem server_refused(const redis::Endpoint& server, const Reply& reply);

/// The problem behind an error that concerns the server; nullopt for any other reply, and for
/// LOADING if `may_be_loading`. A run with such errors shows nothing about its scenario.
std::optional<LiveProblem> server_trouble(const redis::Endpoint& server, const Reply& reply,
                                          bool may_be_loading);

/// The problem of a connection that could not be opened.
LiveProblem connection_refused(const redis::Endpoint& server, const Reply& why);

/// The problem of the first server that left requests without a reply and still does not answer;
/// nullopt if there is none.
std::optional<LiveProblem> probe_silent(const sim::Trace& trace, const redis::Login& login,
                                        const std::vector<redis::Endpoint>& endpoints);

/// The problem of keys that could not be removed.
LiveProblem left_behind(const std::vector<Janitor::Left>& keys);
/// Adds `also` to the remedy of `problem`.
LiveProblem together(LiveProblem problem, const LiveProblem& also);

}  // namespace locklab::app
