// The append-only files of a dead server: what a power loss takes from them, and the keys that the
// rest restores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/live/preloaded/synced_files.h"
#include "sim/service/redis/server.h"

namespace locklab::app {

/// Truncates the incremental append-only files in a server's `folder` to their synced size.
void lose_unsynced(const std::string& folder, const SyncedFiles& synced);

/// Returns the keys that a server restores from the incremental append-only files in `folder` at
/// startup, if its wall clock then reads `wall_us` (us since 1970).
std::vector<sim::Effect> kept_keys(const std::string& folder, std::int64_t wall_us);

}  // namespace locklab::app
