// The servers that a user names are not ours: before a run they are asked whether they can be
// reached and written to, and whether the run's keys are free; afterwards the janitor removes what
// the run has left.
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
#include "sim/trace/trace.h"

namespace locklab::app {

/// Looks up the addresses of the servers that the scenario's nodes stand on.
std::optional<LiveProblem> resolve_servers(const sim::Scenario& scenario, const LiveTarget& target,
                                           std::vector<redis::Endpoint>& endpoints);

/// Nothing: every server is as the scenario needs it, and marked as this run's until `janitor` has
/// cleaned up: two runs on one server would take each other's locks and blame the lock.
std::optional<LiveProblem> probe(const sim::Scenario& scenario, const redis::Login& login,
                                 const std::vector<redis::Endpoint>& endpoints, Janitor& janitor);

/// The key that marks a server as some run's.
inline constexpr const char* run_mark = "locklab:run";

/// What to say of a server that is there no more, though nobody here took it away.
LiveProblem server_lost(const redis::Endpoint& server, const Sentence& why);

/// What to say of a server that answers with an error where it must not.
LiveProblem server_refused(const redis::Endpoint& server, const Reply& reply);

/// What to say of an error that tells of the server and not of the lock: a run among such errors
/// shows nothing of its scenario. Nothing: it is the lock's affair.
std::optional<LiveProblem> server_trouble(const redis::Endpoint& server, const Reply& reply,
                                          bool may_be_loading);

/// What to say of a connection that could not be opened before the run.
LiveProblem connection_refused(const redis::Endpoint& server, const Reply& why);

/// After a run: the first server of whose replies some did not come, and that still does not
/// answer.
std::optional<LiveProblem> probe_silent(const Trace& trace, const redis::Login& login,
                                        const std::vector<redis::Endpoint>& endpoints);

/// What to say of keys that are still there: "KEY at HOST:PORT".
Sentence left_behind(const std::vector<std::string>& keys);

}  // namespace locklab::app
