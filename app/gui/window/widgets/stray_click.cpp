#include "app/gui/window/widgets/stray_click.h"

#include <imgui/imgui.h>

namespace locklab::app {

void take_stray_click(Screen shown) {
  ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseClicked[0]) return;
  int* const pressed_on = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("pressed on"), -1);
  const int now = static_cast<int>(shown);
  if (io.MouseClickedCount[0] < 2 || *pressed_on == now) {
    *pressed_on = now;
    return;
  }
  io.MouseClicked[0] = io.MouseDoubleClicked[0] = false;
  io.MouseDownDuration[0] = io.DeltaTime;  // as if it had been pressed earlier
}

}  // namespace locklab::app
