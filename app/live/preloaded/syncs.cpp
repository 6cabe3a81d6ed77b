// Records what a server of the lab syncs to its disk. What was written before a sync began is safe.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "app/live/preloaded/server_page.h"

namespace locklab::app {

namespace {

/// Syncs a file, and notes this before it is done: a power loss in the middle finds all of it
/// synced, as in the simulator. What survives must not depend on how busy this machine's disk is.
int sync_and_note(long call, int file) {
  struct stat written {};
  if (!server_page() || fstat(file, &written) != 0) return static_cast<int>(syscall(call, file));
  SyncedFiles& synced = server_page()->synced;
  const std::int64_t safe_before = synced.size_of(written.st_ino).value_or(0);
  synced.note(written.st_ino, written.st_size);
  const auto failed = static_cast<int>(syscall(call, file));
  if (failed != 0) synced.note(written.st_ino, safe_before);
  return failed;
}

}  // namespace

extern "C" {

int fsync(int file) { return sync_and_note(SYS_fsync, file); }

int fdatasync(int file) { return sync_and_note(SYS_fdatasync, file); }

}  // extern "C"

}  // namespace locklab::app
