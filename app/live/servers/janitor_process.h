// The process of the janitor (janitor.h): waits for the end of the lab, and cleans up after it.
#pragma once

#include "lock/time.h"

namespace locklab::app {

/// The argv[0] that starts this program as a janitor.
inline constexpr char janitor_name[] = "locklab-janitor";
/// The lease of a run's mark, which expires even if the janitor was killed too.
inline constexpr Duration mark_lease = 15s;

/// Whether the program was started as a janitor, by its argv[0]. Every program that makes live runs
/// must check this first.
bool is_janitor(const char* name);

/// Waits until the lab is gone, and cleans up after it.
[[noreturn]] void be_janitor();

}  // namespace locklab::app
