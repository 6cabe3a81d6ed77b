// Every promise, and whether this run kept it: a click goes to the event that broke it.
#include <fmt/format.h>

#include "app/gui/window/rich_text.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

struct Look {
  const char* sign;
  ImU32 colour;
};

Look look_of(const View& view, const sim::Verdict& verdict) {
  switch (verdict.kept) {
    case sim::Kept::kept:
      return {"✓", view.theme.good};
    case sim::Kept::broken:
      return {"×", view.theme.violation};
    default:
      return {"–", view.theme.second_text};
  }
}

}  // namespace

void verdict_bar(const View& view, ImVec2 size) {
  ImGui::BeginChild("verdicts", size, false, ImGuiWindowFlags_NoScrollbar);
  if (!view.model.run) return ImGui::EndChild();
  const auto& verdicts = view.model.run->judged.verdicts;
  const float right = ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const sim::Verdict& verdict = verdicts[i];
    // What is neither promised nor decided says nothing here; the timeline's text has it.
    if (!verdict.promised && verdict.kept == sim::Kept::not_applicable) continue;
    const Look look = look_of(view, verdict);
    const std::string label = fmt::format(
        "{} {}{}##{}", look.sign, view.say(fmt::format("property.{}", name(verdict.property))),
        verdict.promised ? "" : fmt::format(" ({})", view.say("verdict.not_promised")), i);
    const float wide =
        ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (!first) {
      ImGui::SameLine();
      if (ImGui::GetCursorPosX() + wide > right) ImGui::NewLine();
    }
    first = false;
    const bool lit = view.model.verdict == i;
    ImGui::PushStyleColor(ImGuiCol_Text, look.colour);
    ImGui::PushStyleColor(ImGuiCol_Button, lit ? faded(look.colour, 0.25f) : view.theme.raised);
    if (ImGui::Button(label.c_str())) view.want(intent::SeekVerdict{static_cast<std::uint16_t>(i)});
    ImGui::PopStyleColor(2);
    view.named.push_back({fmt::format("verdict {}", name(verdict.property)),
                          ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (ImGui::IsItemHovered()) {
      ImGui::BeginTooltip();
      wrapped_text(view, view.tell(meaning(verdict.property)), view.px(460));
      ImGui::Separator();
      wrapped_text(view, view.tell(verdict.sentence), view.px(460));
      ImGui::EndTooltip();
    }
  }
  ImGui::EndChild();
}

}  // namespace locklab::app
