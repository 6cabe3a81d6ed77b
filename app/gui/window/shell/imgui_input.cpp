#include "app/gui/window/shell/imgui_input.h"

#include <imgui/backends/imgui_impl_glfw.h>

#include <algorithm>

namespace locklab::app {

std::optional<input::Event> ImGuiInput::next() {
  std::optional<input::Event> event = queue_.next();
  if (event) ++given_;
  return event;
}

void ImGuiInput::tell(GLFWwindow* window, const input::Event& event) {
  if (const auto* moved = std::get_if<input::Moved>(&event)) {
    mouse_ = {moved->x, moved->y};
  } else if (const auto* entered = std::get_if<input::Entered>(&event)) {
    if (!entered->inside && !holds_button()) mouse_ = {-FLT_MAX, -FLT_MAX};
  } else if (const auto* button = std::get_if<input::Button>(&event)) {
    const auto number = static_cast<std::size_t>(button->button);
    if (number < down_.size()) down_[number] = button->down;
  } else if (const auto* wheel = std::get_if<input::Wheel>(&event)) {
    ImGui_ImplGlfw_ScrollCallback(window, wheel->x, wheel->y);
  } else if (const auto* focused = std::get_if<input::Focused>(&event)) {
    ImGui_ImplGlfw_WindowFocusCallback(window, focused->focused);
  } else if (const auto* key = std::get_if<input::Key>(&event)) {
    ImGui_ImplGlfw_KeyCallback(window, key->key, key->code, key->action, key->modifiers);
  } else if (const auto* typed = std::get_if<input::Typed>(&event)) {
    ImGui_ImplGlfw_CharCallback(window, typed->character);
  }
}

void ImGuiInput::place_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = mouse_;
  std::copy(down_.begin(), down_.end(), io.MouseDown);
}

bool ImGuiInput::holds_button() const {
  return std::find(down_.begin(), down_.end(), true) != down_.end();
}

}  // namespace locklab::app
