// The process of the janitor (janitor.h): it listens to the lab, and cleans up after it.
#pragma once

#include "lock/time.h"

namespace locklab::app {

/// The name that starts this program as a janitor.
inline constexpr char janitor_name[] = "locklab-janitor";
/// The lease of a run's mark. It ends when the janitor has been killed too.
inline constexpr Duration mark_lease = 15s;

/// Whether the program was started as a janitor, by its argv[0]. Every program that makes live runs
/// asks this first.
bool is_janitor(const char* name);

/// Listens until the lab is gone, and cleans up after it.
[[noreturn]] void be_janitor();

}  // namespace locklab::app
