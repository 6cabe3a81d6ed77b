// The window's pixels: cleared and drawn, and written to a PNG file.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>
#include <functional>
#include <string>

namespace locklab::app {

/// One that is wanted of the next frame.
struct Picture {
  std::string path;
  std::uint64_t job = 0;  ///< whose answer it is; 0: nobody's
};

/// Clears the current frame and draws into it.
void paint(ImU32 background, const std::function<void()>& draw);

/// Writes what has been drawn into the back buffer as a PNG file. False: the file could not be
/// written.
bool write_picture(const std::string& path, int width, int height);

}  // namespace locklab::app
