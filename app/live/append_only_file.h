// The append-only file of a server that is dead: what a loss of power takes from it, and what the
// rest of it says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/live/preloaded/synced_files.h"
#include "sim/service/redis/server.h"

namespace locklab::app {

/// Cuts the files in which the server of that folder keeps its commands back to what was synced.
void lose_unsynced(const std::string& folder, const SyncedFiles& synced);

/// The keys that the server of that folder will find there when its wall clock says `wall_us` (us
/// since 1970).
std::vector<sim::Effect> kept_keys(const std::string& folder, std::int64_t wall_us);

}  // namespace locklab::app
