// What somebody sees who starts the lab for the first time: three things to try.
#include "app/gui/window/view.h"

namespace locklab::app {

void welcome(const View& view) {
  if (view.model.settings.welcomed || view.model.help || view.model.dialog || !view.model.run ||
      view.model.screen != Screen::lab)
    return;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  // Over the story at the right: timeline, cluster and tools, of which it speaks, stay in sight.
  ImGui::SetNextWindowPos({screen.Size.x - view.px(12), screen.Size.y - view.px(56)},
                          ImGuiCond_Always, {1, 1});
  ImGui::SetNextWindowSize({std::min(view.px(560), screen.Size.x - view.px(176)), 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, view.theme.accent);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, view.px(1));
  ImGui::Begin("welcome", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("welcome.title"));
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  for (const char* key : {"welcome.step", "welcome.break", "welcome.learn"})
    ImGui::BulletText("%s", view.say.c(key));
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, 0.45f));
  if (view.button("welcome close", view.say("welcome.close"))) view.want(intent::Welcomed{});
  ImGui::PopStyleColor();
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
}

}  // namespace locklab::app
