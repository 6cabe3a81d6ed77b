// Feeds queued mouse and keyboard input to ImGui, frame by frame. GLFW's backend would read the
// current state instead, and lose short presses.
#pragma once

#include <imgui/imgui.h>

#include <array>
#include <cfloat>
#include <cstdint>
#include <optional>

#include "app/gui/window/input_queue.h"

struct GLFWwindow;

namespace locklab::app {

class ImGuiInput {
 public:
  void came(const input::Event& event) { queue_.push(event); }
  bool is_waiting() const { return !queue_.is_empty(); }
  std::uint64_t given() const { return given_; }  ///< number of inputs returned by next() so far

  void begin_frame() { queue_.begin_frame(); }
  /// The next input of this frame; nullopt if the frame can be drawn.
  std::optional<input::Event> next();
  /// Passes an input on to ImGui. Must not be called for an input that the lab has used.
  void tell(GLFWwindow* window, const input::Event& event);
  /// Sets the mouse's position and buttons after the backend's NewFrame, which overwrites them.
  void place_mouse() const;

 private:
  bool holds_button() const;

  InputQueue queue_;
  std::uint64_t given_ = 0;
  ImVec2 mouse_{-FLT_MAX, -FLT_MAX};  ///< ImGui's value for no position
  std::array<bool, sizeof ImGuiIO::MouseDown> down_{};
};

}  // namespace locklab::app
