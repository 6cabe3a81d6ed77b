// The keys of a real server, as it reports them.
#pragma once

#include <vector>

#include "app/live/servers/server_process.h"
#include "sim/service/key_change.h"

namespace locklab::app {

/// Returns all string keys of the server, with their deadlines by its wall clock.
std::vector<sim::Effect> keys_of(ServerProcess& server);

}  // namespace locklab::app
