// Clears and draws the window's pixels, and writes them to a PNG file.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>
#include <functional>
#include <string>

namespace locklab::app {

/// A request for a picture of the next frame.
struct PictureRequest {
  std::string path;
  std::uint64_t job = 0;  ///< the job to answer; 0: none
};

/// Clears the current frame and draws into it.
void paint(ImU32 background, const std::function<void()>& draw);

/// Writes the back buffer to a PNG file. False: the file could not be written.
bool write_picture(const std::string& path, int width, int height);

}  // namespace locklab::app
