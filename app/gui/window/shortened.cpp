#include "app/gui/window/shortened.h"

#include <imgui/imgui.h>

namespace locklab::app {

std::string shortened(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string part = text;
  while (!part.empty() && ImGui::CalcTextSize((part + "…").c_str()).x > width) {
    while (!part.empty() && (part.back() & 0xc0) == 0x80)
      part.pop_back();  // continuation bytes of the last character
    if (!part.empty()) part.pop_back();
  }
  return part + "…";
}

}  // namespace locklab::app
