// Watches what a server of the lab's own syncs to its disk. What was written before a sync began is
// safe when it has ended.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/live/preloaded/server_page.h"

namespace locklab::app {

namespace {

int sync_and_note(long call, int file) {
  struct stat before {};
  const bool known = server_page() && fstat(file, &before) == 0;
  const auto failed = static_cast<int>(syscall(call, file));
  if (failed == 0 && known) server_page()->synced.note(before.st_ino, before.st_size);
  return failed;
}

}  // namespace

extern "C" {

int fsync(int file) { return sync_and_note(SYS_fsync, file); }

int fdatasync(int file) { return sync_and_note(SYS_fdatasync, file); }

}  // extern "C"

}  // namespace locklab::app
