// Where each panel stands.
#include <algorithm>

#include "app/gui/window/view.h"

namespace locklab::app {

void shell(const View& view) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.Pos);
  ImGui::SetNextWindowSize(screen.Size);
  ImGui::Begin("lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  top_bar(view);
  ImGui::Separator();
  time_bar(view);

  const bool small = screen.Size.x < view.px(900);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const int verdict_rows = screen.Size.x < view.px(1150) ? 2 : 1;
  const float verdicts = view.model.presenting ? 0
                                               : static_cast<float>(verdict_rows) *
                                                     (ImGui::GetFrameHeight() + spacing);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float body = std::max(room.y - verdicts - spacing, view.px(80));
  const float side = small ? 0 : std::clamp(room.x * 0.33f, view.px(330), view.px(640));

  const float breaking =
      view.model.presenting || room.y < view.px(420) ? 0 : std::min(view.px(126), body * 0.3f);
  const float reading =
      view.model.lesson ? std::clamp(room.x * 0.25f, view.px(250), view.px(420)) : 0;
  const float left =
      room.x - side - reading - (side > 0 ? spacing : 0) - (reading > 0 ? spacing : 0);
  if (reading > 0) {
    lesson_panel(view, {reading, body});
    ImGui::SameLine();
  }
  ImGui::BeginGroup();
  timeline(view, {left, body - breaking - (breaking > 0 ? spacing : 0)});
  if (breaking > 0) break_panel(view, {left, breaking});
  ImGui::EndGroup();
  if (side > 0) {
    ImGui::SameLine();
    ImGui::BeginGroup();
    const float story = view.model.presenting ? 0 : std::min(view.px(220), body * 0.38f);
    source_panel(view, {side, body - story - (story > 0 ? spacing : 0)});
    if (story > 0) event_panel(view, {side, story});
    ImGui::EndGroup();
  }
  if (verdicts > 0) verdict_bar(view, {0, verdicts});
  ImGui::End();
  help_overlay(view);
}

}  // namespace locklab::app
