// What a command does to the connection that it is sent on: whether others may share it meanwhile.
#pragma once

#include <cstdint>

#include "lock/command.h"

namespace locklab::redis {

enum class ConnectionUse : std::uint8_t {
  shared,     ///< one request, one reply: anybody may be before and behind it
  waits,      ///< its reply may be long in coming, and nothing behind it is answered before
  begins,     ///< a transaction, or what it depends on: the next commands belong to it
  ends,       ///< the end of a transaction
  takes_over  ///< changes the connection for good: nobody else wants it afterwards
};

ConnectionUse connection_use(const Words& words);

/// Whether its reply counts what was written before it on its own connection (WAIT).
bool counts_own_writes(const Words& words);

}  // namespace locklab::redis
