// Clears and draws the window's pixels, and writes them to a PNG file.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/gui/model/intent.h"

struct GLFWwindow;

namespace locklab::app {

/// A request for a picture of the next frame.
struct PictureRequest {
  std::string path;
  std::uint64_t job = 0;  ///< the job to answer; 0 if none
};

/// Clears the frame to `background`, then calls `draw`.
void paint(ImU32 background, const std::function<void()>& draw);

/// Writes the window's back buffer to a PNG file. Returns intent::NotSaved on failure,
/// intent::Saved on success if a job waits for it, otherwise nullopt.
std::optional<Intent> take_picture(GLFWwindow* window, const PictureRequest& picture);

}  // namespace locklab::app
