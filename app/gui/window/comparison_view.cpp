// Two branches one above the other: their names, the first event that differs, the verdicts that
// differ, and both timelines on the same time scale.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/gui/update/comparison.h"
#include "app/gui/update/look.h"
#include "app/gui/window/view.h"
#include "app/words/sentence.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

/// A choice of one of the two branches; `wanted` makes the intent for a branch.
template <class Wanted>
void branch_menu(const View& view, const char* name, std::string_view side, std::size_t now,
                 Wanted wanted) {
  const Model& m = view.model;
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     std::string(side).c_str());
  ImGui::SameLine(0, view.px(4));
  if (!view.menu(name, branch_name(view.say, m, now), 120, m.branches[now].run->judged.name))
    return;
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    if (ImGui::Selectable(branch_name(view.say, m, i).c_str(), i == now)) view.want(wanted(i));
    view.name_last(fmt::format("{} {}", name, i), m.branches[i].run->judged.name);
  }
  ImGui::EndCombo();
}

void difference(const View& view, const ShownRun& above, const ShownRun& below) {
  const Words& say = view.say;
  const auto& first = view.model.comparison->difference;
  if (!first) {
    ImGui::TextUnformatted(say.c("compare.same"));
    return view.name_last("difference");
  }
  const std::string same = say.fill("compare.first", *first);
  if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(same.c_str()).x) ImGui::NewLine();
  ImGui::TextUnformatted(same.c_str());
  view.name_last("difference");
  for (const auto& [key, run] : {std::pair("compare.above", &above), {"compare.below", &below}}) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "    %s", say.c(key));
    ImGui::SameLine();
    ImGui::TextUnformatted(fmt::format("{:.3f} ms  {}",
                                       static_cast<double>(difference_at(*run, *first)) / 1000,
                                       difference_words(say, *run, *first))
                               .c_str());
  }
}

void verdicts(const View& view, const ShownRun& above, const ShownRun& below) {
  const Words& say = view.say;
  const auto all = differing_verdicts(above, below);
  std::string words(say(all.empty() ? "compare.same_verdicts" : "compare.verdicts"));
  for (std::size_t i = 0; i < all.size(); ++i)
    words += fmt::format(
        "{} {}{}{} {}{}{} {}", i == 0 ? "" : ";", say.tell(property_name(all[i].property)),
        say("list.colon"), say("compare.above"), say(fmt::format("kept.{}", name(all[i].above))),
        say("list.then"), say("compare.below"), say(fmt::format("kept.{}", name(all[i].below))));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  view.name_last("differing verdicts");
}

void header(const View& view, const ShownRun& above, const ShownRun& below) {
  const Model& m = view.model;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("compare.title"));
  ImGui::SameLine();
  branch_menu(view, "compare above", view.say("compare.above"), m.branch,
              [](std::size_t i) -> Intent { return intent::ShowBranch{i}; });
  ImGui::SameLine();
  branch_menu(view, "compare below", view.say("compare.below"), m.comparison->with,
              [](std::size_t i) -> Intent { return intent::Compare{i}; });
  ImGui::SameLine();
  const auto& first = m.comparison->difference;
  ImGui::BeginDisabled(!first || *first >= m.run->trace().size());
  if (view.button("compare go", view.say("compare.go"), view.say("compare.go.tip")))
    view.want(intent::SeekEvent{static_cast<std::uint32_t>(*first)});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (view.button("compare leave", view.say("compare.leave"), view.say("compare.leave.tip")))
    view.want(intent::Compare{std::nullopt});
  ImGui::SameLine();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {view.px(8), view.px(3)});
  difference(view, above, below);
  verdicts(view, above, below);
  ImGui::PopStyleVar();
}

void side(const View& view, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (wanted_panes(view.model) == Panes::cluster) {
    cluster(view, size);
  } else {
    timeline(view, size);
  }
  const std::string name = branch_name(view.say, view.model, view.model.branch);
  ImGui::GetWindowDrawList()->AddText({corner.x + view.px(2), corner.y + view.px(2)},
                                      view.theme.accent, name.c_str());
}

}  // namespace

void comparison(const View& view, ImVec2 size) {
  const Model other = other_side(view.model);
  ImGui::BeginChild("comparison", size, false, ImGuiWindowFlags_NoScrollWithMouse);
  header(view, *view.model.run, *other.run);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const ImVec2 half{room.x, std::max((room.y - spacing) / 2, view.px(60))};
  side(view, half);

  std::vector<Intent> wants;
  std::vector<NamedRectangle> named;
  View below{other, view.theme, view.say, view.fonts, view.scale, view.scenarios, wants, named};
  below.covered = view.covered;
  ImGui::PushID("other side");
  side(below, half);
  ImGui::PopID();
  for (const Intent& wanted : wants) view.want(wanted_on_other_side(wanted, other));
  for (NamedRectangle& rectangle : named) {
    rectangle.name = "other " + rectangle.name;
    view.named.push_back(std::move(rectangle));
  }
  ImGui::EndChild();
}

}  // namespace locklab::app
