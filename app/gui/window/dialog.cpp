// The frame of every dialog.
#include <algorithm>

#include "app/gui/window/view.h"

namespace locklab::app {

void begin_dialog(const View& view, const char* name, ImVec2 size) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.GetCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(size.x, screen.Size.x - view.px(16)),
                            size.y > 0 ? std::min(size.y, screen.Size.y - view.px(16)) : 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, view.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, 0.3f));
  ImGui::PushStyleColor(ImGuiCol_Border, view.theme.line);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, view.px(1));
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
}

void end_dialog() {
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(4);
}

bool enter_pressed(const View& view) {
  if (menu_is_open() || (view.ring && !ImGui::GetIO().WantTextInput)) return false;
  const auto pressed = [](ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
  };
  return pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
}

}  // namespace locklab::app
