// Removes keys from a running server, as another program or the server itself would.
#pragma once

#include <string>
#include <vector>

#include "lock/redis/blocking_client.h"
#include "sim/scenario/key_removal.h"
#include "sim/trace/reason_code.h"

namespace locklab::app {

struct RemovedKeys {
  std::vector<std::string> keys;            ///< which were there, and are gone
  sim::NoEffect why = sim::NoEffect::none;  ///< why none is gone
  std::string failed;                       ///< an unexpected reply; empty if there was none
};

/// Removes the keys of `locks` with DEL; or, at a server that the lab has started, all keys with
/// FLUSHALL, or all that have a lease by a moment without memory under the policy volatile-ttl. The
/// server must be up, and not short of memory by a fault.
RemovedKeys remove_keys(redis::BlockingClient& server, sim::KeyRemoval how,
                        const std::vector<std::string>& locks);

}  // namespace locklab::app
