// The tab of a screen, underlined if the screen is shown.
#include <fmt/format.h>

#include "app/gui/update/screens.h"
#include "app/gui/window/view.h"

namespace locklab::app {

void screen_tab(const View& view, Screen screen) {
  const bool shown = view.model.screen == screen;
  const std::string key = fmt::format("screen.{}", name(screen));
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

}  // namespace locklab::app
