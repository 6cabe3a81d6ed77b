// What the kernel says of a process.
#pragma once

#include <sys/types.h>

namespace locklab::app {

struct ProcessState {
  bool stopped = false;  ///< it stands still (SIGSTOP)
  bool exits = true;     ///< it is on its way out, or gone
};

/// Of any process (proc(5), /proc/PID/stat). One that is gone exits; one that cannot be looked at,
/// for want of a descriptor, neither exits nor is stopped.
ProcessState process_state(pid_t pid);

}  // namespace locklab::app
