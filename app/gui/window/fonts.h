// The window's fonts, found on this machine with fontconfig; the program ships none.
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

/// Loads the fonts with every character of `sample` at a scale, 1 at 100 %. The caller uploads the
/// atlas.
Fonts load_fonts(float scale, const std::string& sample);

}  // namespace locklab::app
