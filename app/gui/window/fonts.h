// The window's fonts, found on this machine with fontconfig; the program ships none. ImGui's own
// font replaces a Latin font that is missing.
#pragma once

#include <imgui/imgui.h>

#include <string>

namespace locklab::app {

struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;  ///< same size as `text`
  ImFont* small = nullptr;
  ImFont* large = nullptr;
  ImFont* title = nullptr;
  ImFont* mono = nullptr;
  std::string missing;  ///< packages with the fonts that were not found, separated by spaces
};

/// Loads the fonts at a scale, 1 at 100 %, with those characters of `sample` that they contain.
/// Invalidates fonts loaded before. The caller uploads the atlas.
Fonts load_fonts(float scale, const std::string& sample);

}  // namespace locklab::app
