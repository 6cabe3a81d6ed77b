// The two commands of the resource that the lock protects:
//
//   READ name [TOKEN n]           -> the counter
//   WRITE name value [TOKEN n]    -> OK
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lock/command.h"
#include "lock/reply.h"

namespace locklab::sim {

/// The key of the counter in a node, where the work is one command there (Strategy::atomic_work).
std::string counter_key(std::string_view resource);

/// Whether the reply is that of a command that changes the resource by itself. Such a command is
/// its read and its write at once.
bool is_atomic_work(Purpose purpose, const Reply& reply);

/// `fence` -1: none. `token` names the acquisition that asks.
Command read_resource(std::string_view name, std::int64_t fence, const Token& token);
Command write_resource(std::string_view name, std::int64_t value, std::int64_t fence,
                       const Token& token);

}  // namespace locklab::sim
