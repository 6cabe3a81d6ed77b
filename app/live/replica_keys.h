// The keys of a real server, as it tells them itself.
#pragma once

#include <vector>

#include "app/live/server_process.h"
#include "sim/service/key_change.h"

namespace locklab::app {

/// All strings that the server has, with the ends of their leases by its wall clock.
std::vector<sim::Effect> keys_of(ServerProcess& server);

}  // namespace locklab::app
