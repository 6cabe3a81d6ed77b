// Lab, matrix and so on: a tab each, the shown one underlined.
#include <fmt/format.h>

#include "app/gui/screens.h"
#include "app/gui/window/view.h"

namespace locklab::app {

void screen_tabs(const View& view) {
  for (std::size_t i = 0; i < screen_count; ++i) {
    const auto screen = static_cast<Screen>(i);
    const bool shown = view.model.screen == screen;
    const std::string key = fmt::format("screen.{}", name(screen));
    ImGui::SameLine(0, i == 0 ? view.px(16) : view.px(2));
    ImGui::PushStyleColor(ImGuiCol_Button, shown ? faded(view.theme.accent, 0.3f) : 0);
    if (view.button(fmt::format("screen {}", name(screen)), view.say(key),
                    view.say(fmt::format("{}.tip", key))))
      view.want(intent::ShowScreen{screen});
    ImGui::PopStyleColor();
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    if (shown)
      ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - view.px(2)}, to, view.theme.accent);
  }
}

}  // namespace locklab::app
