// What the lab has to say, in front of everything and away from what is being pointed at: nothing
// moves when it comes or goes.
#include <algorithm>
#include <string>

#include "app/gui/window/rich_text.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

/// Draws a toast whose lower edge is at `bottom`. Returns the place for the next one above it.
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
  // Good news stands over the headline, where nothing is clicked next.
  if (!view.model.done.empty())
    toast(view, "done", view.tell(view.model.done), view.theme.good, intent::PutDoneAway{},
          view.px(146));
}

}  // namespace locklab::app
