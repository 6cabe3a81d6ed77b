// Two branches one above the other: their names, the first event that differs, the verdicts that
// differ, and both timelines on the same time scale, or both clusters.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "app/gui/layout/branch_tree.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/look.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/words/verdict_name.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr float roomy_comparison = 600;  ///< in pixels at 100 %; a lower window lists less

/// A branch's name and the change from its parent: "branch 1: 8 clients"; only the name of a
/// recorded run or of the story.
std::string branch_line(const View& view, std::size_t branch) {
  std::string name = branch_name(view.say, view.model, branch);
  const std::string done = branch_words(view.say, view.model, branch);
  if (done.empty() || view.model.branches[branch].run->recorded) return name;
  return view.say.fill("compare.branch", name, done);
}

/// Draws a menu that chooses one of the two compared branches; `wanted` makes the intent for a
/// branch.
template <class Wanted>
void branch_menu(const View& view, const char* name, std::string_view side, std::size_t now,
                 Wanted wanted) {
  const Model& m = view.model;
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     std::string(side).c_str());
  ImGui::SameLine(0, view.px(4));
  const std::string shown = branch_line(view, now);
  const float width = std::clamp(View::menu_width(shown) / view.scale, 120.0f, 170.0f);
  if (!view.menu(name, shown, width, m.branches[now].run->judged.name)) return;
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    if (ImGui::Selectable(branch_line(view, i).c_str(), i == now)) view.want(wanted(i));
    view.name_last(fmt::format("{} {}", name, i), m.branches[i].run->judged.name);
  }
  ImGui::EndCombo();
}

/// Draws how far the runs are equal and, if they differ, the first differing event of each.
void difference(const View& view, const ShownRun& above, const ShownRun& below, float width) {
  const Words& say = view.say;
  const Comparison& compared = *view.model.comparison;
  const auto& first = compared.difference;
  const std::string same =
      compared.so_far   ? say.fill("compare.so_far", *compared.so_far)
      : compared.causes ? std::string(say(first ? "compare.first_step" : "compare.same_steps"))
      : first           ? say.fill("compare.first", first->one)
                        : std::string(say("compare.same"));
  ImGui::TextUnformatted(shortened(same, width).c_str());
  view.name_last("difference");
  if (!first) return;
  for (const auto& [key, run, at, other, there] :
       {std::tuple("compare.above", &above, first->one, &below, first->other),
        {"compare.below", &below, first->other, &above, first->one}}) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%s", say.c(key));
    ImGui::SameLine();
    const std::string words =
        fmt::format("{:.3f} ms  {}", static_cast<double>(difference_at(*run, at)) / 1000,
                    difference_words(say, *run, at, *other, there));
    ImGui::TextUnformatted(shortened(words, width - ImGui::CalcTextSize(say.c(key)).x -
                                                ImGui::GetStyle().ItemSpacing.x)
                               .c_str());
  }
}

ImU32 colour_of(const View& view, std::optional<sim::Kept> kept) {
  if (kept == sim::Kept::broken) return view.theme.violation;
  return kept == sim::Kept::kept ? view.theme.good : view.theme.second_text;
}

std::string_view kept_words(const Words& say, std::optional<sim::Kept> kept) {
  return kept ? say(fmt::format("kept.{}", name(*kept))) : say("compare.unknown");
}

/// The sentence shown instead of the table if no known verdict differs.
std::string_view no_difference(const View& view) {
  return view.say(all_is_judged(view.model) ? "compare.same_verdicts" : "compare.not_known");
}

/// Draws a table row for each property whose verdict differs, or a sentence if there is none.
void verdicts(const View& view, const std::vector<DifferingVerdict>& all) {
  const Words& say = view.say;
  if (all.empty()) {
    ImGui::TextUnformatted(no_difference(view).data());
    return view.name_last("differing verdicts");
  }
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {view.px(6), view.px(1)});
  if (ImGui::BeginTable("verdicts", 3,
                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH |
                            ImGuiTableFlags_NoHostExtendX)) {
    const auto cell = [&](std::string_view words, ImU32 colour) {
      ImGui::TableNextColumn();
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", std::string(words).c_str());
    };
    ImGui::TableNextRow();
    cell(say("compare.verdicts"), view.theme.second_text);
    cell(say("compare.above"), view.theme.accent);
    cell(say("compare.below"), view.theme.accent);
    for (const DifferingVerdict& one : all) {
      ImGui::TableNextRow();
      cell(say.tell(property_name(one.property)), view.theme.text);
      view.name_last(fmt::format("differs {}", name(one.property)));
      for (const auto kept : {one.above, one.below})
        cell(kept_words(say, kept), colour_of(view, kept));
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::EndGroup();
  view.name_last("differing verdicts");
}

/// The width in pixels of the table of differing verdicts, or of the sentence shown if none
/// differ.
float verdicts_width(const View& view, const std::vector<DifferingVerdict>& all) {
  const Words& say = view.say;
  if (all.empty()) return ImGui::CalcTextSize(no_difference(view).data()).x;
  const auto wide = [](std::string_view words) {
    return ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
  };
  float first = wide(say("compare.verdicts"));
  float kept = std::max(wide(say("compare.above")), wide(say("compare.below")));
  for (const DifferingVerdict& one : all) {
    first = std::max(first, wide(say.tell(property_name(one.property))));
    for (const auto each : {one.above, one.below})
      kept = std::max(kept, wide(kept_words(say, each)));
  }
  return first + 2 * kept + view.px(6 * 6);
}

/// The verdicts that differ. In a short window, where the lanes need the height, only those broken
/// in at least one run, if there are any.
std::vector<DifferingVerdict> told_verdicts(const View& view) {
  std::vector<DifferingVerdict> all = differing_verdicts(view.model);
  if (ImGui::GetWindowHeight() >= view.px(roomy_comparison)) return all;
  const auto is_broken = [](const DifferingVerdict& one) {
    return one.above == sim::Kept::broken || one.below == sim::Kept::broken;
  };
  if (std::any_of(all.begin(), all.end(), is_broken)) std::erase_if(all, std::not_fn(is_broken));
  return all;
}

/// Draws the differences: the events, and the verdicts to the right of them or, if those do not
/// fit, below.
void differences(const View& view, const ShownRun& above, const ShownRun& below) {
  const std::vector<DifferingVerdict> all = told_verdicts(view);
  const float room = ImGui::GetContentRegionAvail().x;
  const float table = verdicts_width(view, all);
  const float left = room - table - view.px(20);
  const bool beside = left >= view.px(240);
  ImGui::BeginGroup();
  difference(view, above, below, beside ? left : room);
  ImGui::EndGroup();
  if (beside) ImGui::SameLine(left + view.px(20));
  verdicts(view, all);
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
  ImGui::BeginDisabled(!first || first->one >= m.run->trace().size());
  if (view.button("compare go", view.say("compare.go"), view.say("compare.go.tip")))
    view.want(intent::SeekEvent{static_cast<std::uint32_t>(first->one)});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (view.button("compare leave", view.say("compare.leave"), view.say("compare.leave.tip")))
    view.want(intent::Compare{std::nullopt});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {view.px(8), view.px(3)});
  ImGui::PushFont(view.fonts.small);
  differences(view, above, below);
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

void side(const View& view, ImVec2 size) {
  if (wanted_panes(view.model) != Panes::cluster) return timeline(view, size);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  cluster(view, size);
  const std::string name = branch_name(view.say, view.model, view.model.branch);
  const ImFont* font = view.fonts.small;
  const ImVec2 place{corner.x + view.px(2),
                     corner.y + (view.px(overview_height) - font->FontSize) / 2};
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, place, view.theme.accent, name.c_str());
  view.name_place("compared run", place,
                  {Strokes::text_width(name, view.fonts.small), font->FontSize});
}

}  // namespace

float compared_height(const View& view) {
  constexpr float lines = 5;  // lines of differences
  const float head = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y +
                     lines * (view.fonts.small->FontSize + view.px(3));
  return head + 2 * low_timeline_height(view) + ImGui::GetStyle().ItemSpacing.y;
}

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
  below.looks = view.looks;
  below.rests = view.rests;
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
