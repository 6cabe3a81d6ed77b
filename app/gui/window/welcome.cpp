// The first start: three suggestions in a strip of their own that covers nothing.
#include <algorithm>
#include <string>

#include "app/gui/update/look.h"
#include "app/gui/window/bar.h"
#include "app/gui/window/view.h"

namespace locklab::app {

void welcome(const View& view) {
  if (view.model.settings.welcomed || !view.model.run || is_presenting(view.model)) return;
  // In the smallest window the run has priority.
  if (ImGui::GetContentRegionAvail().y < view.px(320)) return;
  const float close = button_width(view.say("welcome.close"));
  const ImGuiStyle& style = ImGui::GetStyle();
  const float words = ImGui::GetContentRegionAvail().x - close - 3 * style.ItemSpacing.x;
  std::string text(view.say("welcome.title"));
  for (const char* key : {"welcome.step", "welcome.break", "welcome.learn"})
    text.append("  •  ").append(view.say(key));
  const float height = ImGui::CalcTextSize(text.c_str(), nullptr, false, words).y;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, faded(view.theme.accent, 0.12f));
  ImGui::BeginChild("welcome", {0, std::max(height, ImGui::GetFrameHeight()) + view.px(8)}, false,
                    ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPos({style.ItemSpacing.x, view.px(4)});
  ImGui::PushTextWrapPos(style.ItemSpacing.x + words);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos({ImGui::GetWindowWidth() - close - style.ItemSpacing.x, view.px(4)});
  ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, 0.45f));
  if (view.button("welcome close", view.say("welcome.close"))) view.want(intent::Welcomed{});
  ImGui::PopStyleColor();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

}  // namespace locklab::app
