// The palette: what can be done to a run, each with its size, what has been done, and the branches
// that came of it. A tool strikes the selected lane at the cursor, or what it is dropped on.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>

#include "app/gui/branches.h"
#include "app/gui/comparing.h"
#include "app/gui/fault_words.h"
#include "app/gui/lesson_steps.h"
#include "app/gui/look.h"
#include "app/gui/placing.h"
#include "app/gui/window/tool_drop.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

/// The next widget stands on this line if it fits, else on the next one.
class Flow {
 public:
  /// `begun`: something stands on this line already.
  explicit Flow(const View& view, bool begun = false) : view_(view), first_(!begun) {}
  void place(std::string_view label, float more = 0) {
    const float wide = ImGui::CalcTextSize(label.data(), label.data() + label.size(), true).x +
                       2 * ImGui::GetStyle().FramePadding.x + more;
    if (!first_) {
      ImGui::SameLine(0, view_.px(4));
      if (ImGui::GetCursorPosX() + wide > ImGui::GetWindowContentRegionMax().x) ImGui::NewLine();
    }
    first_ = false;
  }

 private:
  const View& view_;
  bool first_ = true;
};

/// As wide as what is typed there usually is.
float size_width(const View& view, const BreakingTool& tool) {
  return view.px(tool.size == SizeKind::drift ? 60.0f : 46.0f);
}

/// How large the fault will be, beside its tool: kept as soon as it can be so.
void size_field(const View& view, std::uint16_t tool) {
  const BreakingTool& of = breaking_tools()[tool];
  const auto size = size_of(view.model, *view.model.run, tool);
  std::string typed = size ? size_text(*size) : "";
  ImGui::SameLine(0, 1);
  ImGui::SetNextItemWidth(size_width(view, of));
  ImGui::InputTextWithHint(fmt::format("##size {}", of.id).c_str(), "–", &typed,
                           ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  const auto number = typed_number(typed);
  const bool none = typed.empty();
  const bool good = none || (number && is_size(of.size, *number));
  if (!good) {
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                        view.theme.violation, 0, 0, view.px(2));
    ImGui::SetTooltip("%s", view.say.fill(bad_size(of.size), typed).c_str());
  }
  if (left && good) view.want(intent::SetSize{tool, none ? std::nullopt : number});
  view.name_last(fmt::format("size {}", of.id), view.say(size_words(of.kind)));
}

void tools(const View& view) {
  const ShownRun& run = *view.model.run;
  const auto& lane = view.model.lane;
  Flow flow(view);
  const auto all = breaking_tools();
  for (std::size_t at = 0; at < all.size(); ++at) {
    const auto i = static_cast<std::uint16_t>(at);
    if (!applies(all[i], run)) continue;
    const std::string_view label = view.say(fmt::format("break.{}", all[i].id));
    const bool sized = all[i].size != SizeKind::none;
    flow.place(label, sized ? size_width(view, all[i]) + 1 : 0);
    // What cannot be done to the selected lane is taken up by a click, and placed by another.
    const bool here = lane && applies(all[i], run, Spot{SpotKind::lane, *lane});
    const bool taken = view.model.tool == i;
    ImGui::PushStyleColor(ImGuiCol_Text, here || taken ? view.theme.text : view.theme.second_text);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          taken ? faded(view.theme.accent, 0.5f) : view.theme.raised);
    if (view.button(fmt::format("palette {}", all[i].id), label,
                    view.say(fmt::format("break.{}.tip", all[i].id)))) {
      if (here && !taken) {
        view.want(intent::Break{Spot{SpotKind::lane, *lane}, i, {}, {}});
      } else {
        view.want(intent::PickUp{taken ? std::nullopt : std::optional(i)});
      }
    }
    ImGui::PopStyleColor(2);
    drag_tool(view, i, label);
    if (sized) size_field(view, i);
  }
}

void placed(const View& view) {
  const ShownRun& run = *view.model.run;
  const auto faults = added(run);
  Flow flow(view);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::string words = view.tell(fault_words(run.judged.scenario, faults[i]));
    flow.place(words, view.px(30));
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.warning);
    if (view.button(fmt::format("fault {}", i), fmt::format("{}##fault{}", words, i),
                    view.say("break.edit.tip")))
      view.want(intent::EditFault{i, {}});
    ImGui::PopStyleColor();
    ImGui::SameLine(0, 1);
    if (view.button(fmt::format("fault {} remove", i), fmt::format("×##remove{}", i),
                    view.say("break.remove.tip")))
      view.want(intent::RemoveFault{i, {}});
  }
}

/// What a right click on a branch offers.
void branch_menu(const View& view, std::size_t branch) {
  if (branch == view.model.branch || !ImGui::BeginPopupContextItem()) return;
  if (ImGui::MenuItem(view.say.c("compare.with"))) view.want(intent::Compare{branch});
  view.name_last("compare with");
  ImGui::EndPopup();
}

void branches(const View& view) {
  const Model& m = view.model;
  Flow flow(view, true);
  const auto step = [&](const char* name, const char* key, bool possible, Intent wanted) {
    flow.place(view.say(key));
    ImGui::BeginDisabled(!possible);
    if (view.button(name, view.say(key), view.say(std::string(key) + ".tip"))) view.want(wanted);
    ImGui::EndDisabled();
  };
  step("undo", "break.undo", m.branch != 0, intent::Undo{});
  step("redo", "break.redo", !m.undone.empty(), intent::Redo{});
  const auto partner = usual_partner(m);
  step("compare", "compare.button", partner.has_value(), intent::Compare{partner});
  const bool asked = predicts(m);
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    const auto& verdicts = m.branches[i].run->judged.verdicts;
    const auto broken = std::count_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& v) {
      return v.promised && v.kept == sim::Kept::broken;
    });
    const std::string label = fmt::format("{} {}##branch{}",
                                          asked        ? "?"
                                          : broken > 0 ? fmt::format("× {} ", broken)
                                                       : "✓ ",
                                          branch_name(view.say, m, i), i);
    flow.place(label);
    ImGui::PushStyleColor(ImGuiCol_Text, asked        ? view.theme.second_text
                                         : broken > 0 ? view.theme.violation
                                                      : view.theme.good);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          i == m.branch ? faded(view.theme.accent, 0.3f) : view.theme.raised);
    if (view.button(fmt::format("branch {}", i), label, m.branches[i].run->judged.name))
      view.want(intent::ShowBranch{i});
    ImGui::PopStyleColor(2);
    branch_menu(view, i);
  }
}

std::string heading(const View& view) {
  const Model& m = view.model;
  if (m.run->recorded) return std::string(view.say("break.recorded"));
  if (m.tool)
    return view.say.fill("break.taken",
                         view.say(fmt::format("break.{}", breaking_tools()[*m.tool].id)));
  if (!m.lane || *m.lane >= m.run->scene.lanes.size()) return std::string(view.say("break.choose"));
  return fmt::format("{}: {}, {:.3f} ms", view.say("break.title"), selected_lane(m),
                     m.cursor.at_us / 1000);
}

}  // namespace

float break_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("break_panel", size, false);
  if (!view.model.run) {
    ImGui::EndChild();
    return 0;
  }
  const Model& m = view.model;
  const bool palette = is_shown(m, Panel::palette);
  if (palette) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(
        ImGui::ColorConvertU32ToFloat4(m.tool ? view.theme.accent : view.theme.second_text), "%s",
        heading(view).c_str());
    view.name_last("break heading");
  }
  if (is_shown(m, Panel::branches)) branches(view);
  if (!m.run->recorded && palette) {
    tools(view);
    placed(view);
  }
  const float needed = ImGui::GetCursorPosY();
  ImGui::EndChild();
  return needed;
}

}  // namespace locklab::app
