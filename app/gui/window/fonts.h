// The fonts of the window, found on this machine with fontconfig: none is shipped.
#pragma once

#include <imgui/imgui.h>

#include <string>

namespace locklab::app {

struct Fonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;
  ImFont* large = nullptr;
  ImFont* mono = nullptr;
  std::string missing;  ///< families that could not be found, for a message; empty: all are there
};

/// Loads them anew at that scale, with every character that `sample` holds. The atlas must be
/// uploaded again afterwards.
Fonts load_fonts(float scale, const std::string& sample);

}  // namespace locklab::app
