// The Stress screen: load on a real Redis, with charts that grow while it runs.
#include <imgui/imgui.h>

#include <algorithm>

#include "app/gui/window/stress/stress_parts.h"
#include "app/gui/window/view.h"

namespace locklab::app {

void stress_screen(const View& view) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImGuiStyle& style = ImGui::GetStyle();
  // The head gets the height that it used in the last frame.
  float* head = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("height of the head"),
                                                      2 * ImGui::GetFrameHeightWithSpacing());
  StressNeeds needs;
  needs.width = room.x;
  needs.height = room.y;
  needs.scale = view.scale;
  needs.gap = style.ItemSpacing.y;
  needs.head = *head;
  float* loads = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("height of the loads"), 0);
  needs.hints = *loads;
  const StressView& stress = view.model.stress;
  needs.violations =
      stress.selected < stress.loads.size() && !stress.loads[stress.selected].violations().empty();
  StressPlaces places = stress_places(needs);
  if (places.height > room.y + 1) {  // the part right of the form scrolls
    needs.width -= style.ScrollbarSize;
    places = stress_places(needs);
  }
  stress_form(view, {places.form, room.y});
  ImGui::SameLine();
  ImGui::BeginChild("stress", {0, 0}, false);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  *head = stress_head(view, places.head.width);
  stress_charts(view, at, places);
  ImGui::SetCursorScreenPos({at.x + places.loads.x, at.y + places.loads.y});
  *loads = stress_loads(view, {places.loads.width, places.loads.height});
  if (places.violations.height > 0) {
    ImGui::SetCursorScreenPos({at.x + places.violations.x, at.y + places.violations.y});
    stress_violations(view, {places.violations.width, places.violations.height});
  }
  ImGui::EndChild();
}

}  // namespace locklab::app
