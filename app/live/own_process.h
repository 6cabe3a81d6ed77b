// Starts this program once more, as a process of the lab's own: the janitor, or a client. It may be
// started beside other threads, as in the window, where a plain fork may inherit their locks for
// ever.
#pragma once

#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "lock/command.h"

namespace locklab::app {

/// The descriptor on which such a process finds its end of the socket to the lab.
inline constexpr int own_process_socket = 3;

struct OwnProcess {
  pid_t pid = -1;   ///< -1: errno has the reason
  int socket = -1;  ///< the lab's end, which is the caller's; -1: there is none
};

/// `arguments`: first the name that makes it what it is. It gets nothing of the terminal: neither
/// its signals nor (unless it `complains`, on standard error) its streams. It has no descriptors
/// but its socket, is deaf to the signals `deaf_to`, and does not know the user's password.
OwnProcess start_own_process(std::vector<std::string> arguments, std::initializer_list<int> deaf_to,
                             bool complains);

/// A message on such a socket: its size in four bytes, and its words, packed.
std::string framed(const Command& message);

}  // namespace locklab::app
