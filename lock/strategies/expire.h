// EXPIRE as in textbooks, or PEXPIRE for a lease that is not a whole number of seconds.
#pragma once

#include <string_view>

#include "lock/command.h"

namespace locklab {

inline Command expire_command(std::string_view key, Duration ttl) {
  return ttl % 1s == 0s ? expire_seconds(key, ttl / 1s) : pexpire(key, ttl);
}

}  // namespace locklab
