// The window itself: opens it, draws it whenever something has changed, and closes it.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/library.h"

namespace locklab::app {

struct WindowOptions {
  std::string open;  ///< the run that it shows first; empty: where the reader left, or an example
  int width = 1440;
  int height = 900;
};

/// Runs the window until it is closed; the exit status. Nothing: no window can be opened here (no
/// display, no OpenGL 3.2), and `why` says what is missing and what to do.
std::optional<int> run_window(const sim::Library& library, const WindowOptions& options,
                              std::string& why);

}  // namespace locklab::app
