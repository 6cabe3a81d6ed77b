// Every lock against every kind of fault, as a heat map.
#include "app/gui/window/view.h"

namespace locklab::app {

void matrix_screen(const View& view) {
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("screen.matrix.tip"));
  ImGui::PopFont();
  view.name_last("matrix title");
}

}  // namespace locklab::app
