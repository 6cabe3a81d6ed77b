// The janitor's own process: what it is told of, and how it gets rid of it. janitor.h says why.
#pragma once

#include "lock/time.h"

namespace locklab::app {

/// The name that the program is started by to be a janitor.
inline constexpr char janitor_name[] = "locklab-janitor";
/// Where it listens: words of the lab's, each packed as a Command and led by its size.
inline constexpr int janitor_socket = 3;

/// For so long a mark stands that nobody renews: the janitor was killed too.
inline constexpr Duration mark_lease = 15s;

/// Whether a program of this argv[0] is to be a janitor, and nothing else. Every program that makes
/// live runs asks this first.
bool is_janitor(const char* name);

/// Listens until the lab is gone, and cleans up after it.
[[noreturn]] void be_janitor();

}  // namespace locklab::app
