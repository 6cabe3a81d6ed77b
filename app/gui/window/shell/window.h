// The real window: opens it, draws it when something has changed, and closes it.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/library.h"

namespace locklab::app {

struct WindowOptions {
  std::string open;  ///< run, file or lesson to open; empty for the last lesson or the example
  int width = 1440;  ///< in pixels at 96 dpi, like `height`
  int height = 900;
};

/// Runs the window until it is closed, and returns the exit status. nullopt if no window can be
/// opened (no display, no OpenGL 3.2); `why` then gives the reason.
std::optional<int> run_window(const sim::Library& library, const WindowOptions& options,
                              std::string& why);

}  // namespace locklab::app
