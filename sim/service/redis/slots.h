// What a server of a Redis Cluster answers for keys that another one has, and for keys that no one
// server has all of.
#pragma once

#include <optional>

#include "lock/reply.h"
#include "sim/service/redis/command_table.h"

namespace locklab::sim {

/// The error for a command, or for an EXEC of what `session` has queued. None: its keys are here,
/// or it has none.
std::optional<Reply> sent_elsewhere(const ServerState& server, const Session::State* session,
                                    const CommandSpec& spec, WordsView words);

}  // namespace locklab::sim
