// Mouse and keyboard for ImGui, a frame's share at a time. GLFW's backend asks how things are by
// now; here they are as they were when it was their turn.
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
  std::uint64_t given() const { return given_; }  ///< so many, so far

  void begin_frame() { queue_.begin_frame(); }
  /// What comes next in this frame; nothing: it can be drawn.
  std::optional<input::Event> next();
  /// For ImGui: what nobody else has taken.
  void tell(GLFWwindow* window, const input::Event& event);
  /// After the backend's NewFrame, which asks for the mouse itself.
  void place_mouse() const;

 private:
  bool holds_button() const;

  InputQueue queue_;
  std::uint64_t given_ = 0;
  ImVec2 mouse_{-FLT_MAX, -FLT_MAX};  ///< as ImGui says that it is nowhere
  std::array<bool, sizeof ImGuiIO::MouseDown> down_{};
};

}  // namespace locklab::app
