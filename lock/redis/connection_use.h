// How a command uses its connection, and whether others may share the connection with it.
#pragma once

#include <cstdint>

#include "lock/command.h"

namespace locklab::redis {

enum class ConnectionUse : std::uint8_t {
  shared,     ///< one request, one reply: independent of other commands
  waits,      ///< blocks: its reply may take long and delays all later replies
  begins,     ///< begins a transaction, or WATCHes: the next commands belong to it
  takes_over  ///< changes the connection for good, so it cannot be shared afterwards
};

ConnectionUse connection_use(const PackedWords& words);

/// Whether the reply depends on earlier writes on the same connection (WAIT).
bool counts_own_writes(const PackedWords& words);

}  // namespace locklab::redis
