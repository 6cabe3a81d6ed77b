// The state of a process, as the kernel reports it.
#pragma once

#include <sys/types.h>

namespace locklab::app {

struct ProcessState {
  bool stopped = false;  ///< by SIGSTOP or another signal that stops
  bool exits = true;     ///< exiting, or gone
};

/// Reads the state of any process (proc(5), /proc/PID/stat). A missing process counts as exiting;
/// one that cannot be read, for want of a descriptor, as neither exiting nor stopped.
ProcessState process_state(pid_t pid);

}  // namespace locklab::app
