// The lab's messages, in front of the current screen: nothing moves when one appears or disappears.
#include <algorithm>
#include <string>

#include "app/gui/window/view.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

/// Draws a success message over the bars at the top, above the headline, which may describe the
/// same event. A click passes through the message and dismisses it (toast_time.h).
void good_news(const View& view, const std::string& words) {
  const ImVec2 screen = ImGui::GetMainViewport()->Size;
  const ImVec2 pad{view.px(12), view.px(4)};
  const float most = screen.x - view.px(24) - 2 * pad.x;
  ImGui::SetNextWindowPos({screen.x / 2, view.px(2)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, view.theme.good);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, view.px(1.5f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::Begin("done", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove);
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.good);
  wrapped_text(view, words, std::min(ImGui::CalcTextSize(words.c_str()).x + view.px(4), most));
  ImGui::PopStyleColor();
  view.name_place("done", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(2);
}

/// Draws a toast whose lower edge is at `bottom`. Returns the lower edge of the next toast above
/// it.
float toast(const View& view, const char* name, const std::string& words, ImU32 colour,
            const Intent& close, float bottom) {
  const ImVec2 screen = ImGui::GetMainViewport()->Size;
  const float most = std::min(screen.x * 0.72f, view.px(720));
  const float sign = ImGui::CalcTextSize("×").x + 4 * ImGui::GetStyle().FramePadding.x;
  const float wide = std::min(ImGui::CalcTextSize(words.c_str()).x + view.px(4), most - sign);
  ImGui::SetNextWindowPos({screen.x / 2, bottom}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, colour);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, view.px(1.5f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {view.px(12), view.px(8)});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove);
  ImGui::BeginGroup();
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::AlignTextToFramePadding();
  wrapped_text(view, words, wide);
  ImGui::PopStyleColor();
  ImGui::EndGroup();
  view.name_last(name);
  ImGui::SameLine(wide + 2 * view.px(12));
  if (ImGui::Button("×")) view.want(close);
  view.name_last(std::string(name) + " close", view.say("help.close"));
  const float top = ImGui::GetWindowPos().y - view.px(8);
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(2);
  return top;
}

}  // namespace

void toasts(const View& view) {
  float bottom = ImGui::GetMainViewport()->Size.y - view.px(56);
  if (!view.model.problem.empty())
    bottom = toast(view, "problem", view.tell(view.model.problem), view.theme.violation,
                   intent::PutProblemAway{}, bottom);
  if (!view.model.warning.empty())
    toast(view, "warning", view.tell(view.model.warning), view.theme.warning,
          intent::PutWarningAway{}, bottom);
  if (!view.model.done.empty()) good_news(view, view.tell(view.model.done));
}

}  // namespace locklab::app
