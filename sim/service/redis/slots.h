// The reply of a Redis Cluster's server for keys that another server has, and for keys in several
// slots.
#pragma once

#include <optional>

#include "lock/reply.h"
#include "sim/service/redis/command_table.h"

namespace locklab::sim {

/// The error for a command, or for an EXEC of what `session` has queued. nullopt if its keys are
/// here, or it has none.
std::optional<Reply> sent_elsewhere(const ServerState& server, const Session::State* session,
                                    const CommandSpec& spec, WordsView words);

}  // namespace locklab::sim
