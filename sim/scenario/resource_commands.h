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

/// The key of the counter on a node, for locks whose work is one command (Strategy::atomic_work).
std::string counter_key(std::string_view resource);

/// Whether the reply belongs to a command that changes the resource by itself, which is both a read
/// and a write.
bool is_atomic_work(Purpose purpose, const Reply& reply);

/// `fence`: the fencing token, -1 for none. `token` identifies the acquisition.
Command read_resource(std::string_view name, std::int64_t fence, const Token& token);
Command write_resource(std::string_view name, std::int64_t value, std::int64_t fence,
                       const Token& token);

}  // namespace locklab::sim
