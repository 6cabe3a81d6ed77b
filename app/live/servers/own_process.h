// Starts this program again, as a process of the lab: the janitor, or a client. Safe with other
// threads running, as in the window, where the child of a plain fork may inherit locks that are
// never released.
#pragma once

#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "lock/command.h"

namespace locklab::app {

/// The descriptor, in the started process, of its socket to the lab.
inline constexpr int own_process_socket = 3;

struct OwnProcess {
  pid_t pid = -1;   ///< -1 on failure, with errno set
  int socket = -1;  ///< the lab's end, owned by the caller; -1 if none
};

/// Starts the process. `arguments` begins with the name that selects its role. It is detached from
/// the terminal's signals and streams, except standard error if it `complains`. It has no other
/// descriptors but its socket, blocks the signals `deaf_to`, and does not inherit the user's
/// password.
OwnProcess start_own_process(std::vector<std::string> arguments, std::initializer_list<int> deaf_to,
                             bool complains);

/// A message on that socket: its size in four bytes, then its packed words.
std::string framed(const Command& message);

}  // namespace locklab::app
