// The frame of the dialogs, and their Enter key.
#include <algorithm>
#include <cfloat>

#include "app/gui/window/view.h"

namespace locklab::app {

void dim_behind(const View& view) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 to{from.x + ImGui::GetWindowSize().x, from.y + ImGui::GetWindowSize().y};
  canvas.PushClipRectFullScreen();
  canvas.AddRectFilled(screen.Pos, {screen.Pos.x + screen.Size.x, screen.Pos.y + screen.Size.y},
                       ImGui::GetColorU32(ImGuiCol_ModalWindowDimBg));
  canvas.AddRectFilled(from, to, view.theme.raised, view.px(4));
  canvas.AddRect(from, to, view.theme.line, view.px(4), 0, view.px(1));
  canvas.PopClipRect();
}

void begin_dialog(const View& view, const char* name, ImVec2 size) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.GetCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(size.x, screen.Size.x - view.px(16)),
                            size.y > 0 ? std::min(size.y, screen.Size.y - view.px(16)) : 0});
  // A dialog with large fonts may be taller than the screen, and then scrolls.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, screen.Size.y - view.px(16)});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, view.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Button, view.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, view.theme.line);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
  dim_behind(view);
}

void end_dialog() {
  ImGui::End();
  ImGui::PopStyleColor(3);
}

bool enter_pressed(const View& view) {
  if (menu_is_open() || (view.ring && !ImGui::GetIO().WantTextInput)) return false;
  const auto pressed = [](ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
  };
  return pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
}

}  // namespace locklab::app
