// The palette: the tools with their sizes, the faults that were added, and the branches. A tool
// strikes the selected lane at the cursor, or the place where it is dropped.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/changes/added_faults.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/layout/branch_tree.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/placed_faults.h"
#include "app/gui/window/bar.h"
#include "app/gui/window/tool_drop.h"
#include "app/gui/window/view.h"
#include "app/timeline/fault_words.h"

namespace locklab::app {

namespace {

/// Places widgets on the current line, or on the next one if they do not fit.
class Flow {
 public:
  /// `begun`: the line contains something already.
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

const char* unit_of(const BreakingTool& tool) {
  return tool.size == SizeKind::drift ? "ppm" : "ms";
}

float unit_width(const View& view, const BreakingTool& tool) {
  const ImFont& font = *view.fonts.small;
  return font.CalcTextSizeA(font.FontSize, 1e9f, 0, unit_of(tool)).x;
}

/// The width of a size's usual digits and its unit.
float size_width(const View& view, const BreakingTool& tool) {
  return view.px(tool.size == SizeKind::drift ? 64.0f : 48.0f) + unit_width(view, tool);
}

/// Draws the unit at the right end of the field.
void unit(const View& view, const BreakingTool& tool) {
  const ImVec2 to = ImGui::GetItemRectMax();
  const float height = view.fonts.small->FontSize;
  ImGui::GetWindowDrawList()->AddText(
      view.fonts.small, height,
      {to.x - unit_width(view, tool) - view.px(3),
       (ImGui::GetItemRectMin().y + to.y - height) / 2 + view.px(1)},
      view.theme.second_text, unit_of(tool));
}

/// The group of a tool in the palette, by its target.
std::string_view group_of(const BreakingTool& tool) {
  if (tool.on_link) return tool.on_client || tool.on_node ? "link" : "message";
  if (tool.on_client && tool.on_node) return "clock";
  return tool.on_client ? "client" : "server";
}

/// The size beside its tool; a valid one is applied while typing.
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
  unit(view, of);
}

void tool(const View& view, Flow& flow, std::uint16_t i);

/// The tools in groups by target.
void tools(const View& view) {
  Flow flow(view);
  const auto all = breaking_tools();
  for (const std::string_view group : {"client", "clock", "server", "link", "message"}) {
    bool named = false;
    const auto count = static_cast<std::uint16_t>(all.size());
    for (std::uint16_t i = 0; i < count; ++i) {
      if (group_of(all[i]) != group || !applies(all[i], *view.model.run)) continue;
      if (!std::exchange(named, true)) {
        const std::string_view words = view.say(fmt::format("break.group.{}", group));
        // Keeps a group's name on the same line as its first tool.
        flow.place(words, button_width(view.say(fmt::format("break.{}", all[i].id))) +
                              (all[i].size != SizeKind::none ? size_width(view, all[i]) : 0));
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%.*s",
                           static_cast<int>(words.size()), words.data());
        view.name_last(fmt::format("group {}", group));
      }
      tool(view, flow, i);
    }
  }
}

void tool(const View& view, Flow& flow, std::uint16_t i) {
  const ShownRun& run = *view.model.run;
  const auto& lane = view.model.lane;
  const auto all = breaking_tools();
  {
    const std::string_view label = view.say(fmt::format("break.{}", all[i].id));
    const bool sized = all[i].size != SizeKind::none;
    flow.place(label, sized ? size_width(view, all[i]) + 1 : 0);
    // A tool that does not fit the selected lane is picked up by a click and placed by another.
    const bool on_lane = lane && applies(all[i], run, Spot{SpotKind::lane, *lane});
    const bool taken = view.model.tool == i;
    ImGui::PushStyleColor(ImGuiCol_Text,
                          on_lane || taken ? view.theme.text : view.theme.second_text);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          taken ? faded(view.theme.accent, 0.5f) : view.theme.raised);
    if (view.button(fmt::format("palette {}", all[i].id), label,
                    view.say(fmt::format("break.{}.tip", all[i].id)))) {
      if (on_lane && !taken) {
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

/// The context menu of a branch.
void branch_menu(const View& view, std::size_t branch) {
  if (!ImGui::BeginPopupContextItem()) return;
  if (branch != view.model.branch) {
    if (ImGui::MenuItem(view.say.c("compare.with"))) view.want(intent::Compare{branch});
    view.name_last("compare with");
  }
  if (branch != 0) {
    if (ImGui::MenuItem(view.say.c("break.branch.remove"))) view.want(intent::RemoveBranch{branch});
    view.name_last("branch remove");
  }
  ImGui::EndPopup();
}

/// A branch's verdict, its name, and the change from its parent.
std::string branch_label(const View& view, std::size_t branch) {
  const Model& m = view.model;
  const auto& verdicts = m.branches[branch].run->judged.verdicts;
  const auto broken = std::count_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& v) {
    return v.promised && v.kept == sim::Kept::broken;
  });
  const std::string done = branch_words(view.say, m, branch);
  const std::string verdict = predicts(m) ? "?" : broken > 0 ? fmt::format("× {} ", broken) : "✓ ";
  return fmt::format("{} {}{}{}", verdict,
                     branch == 0 ? branch_name(view.say, m, 0) : fmt::format("{}", branch),
                     done.empty() ? "" : view.say("list.colon"), done);
}

/// The position of a branch's button.
struct BranchBox {
  float left = 0, right = 0, middle = 0;
};

/// The line to a branch from its parent, which is on its left or above. From above, it starts below
/// the parent and runs between the rows.
void twig(const View& view, const BranchBox& parent, ImVec2 at) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 colour = view.theme.second_text;
  const float wide = view.px(1.5f);
  if (parent.middle == at.y) return canvas.AddLine({parent.right, at.y}, at, colour, wide);
  const float half = ImGui::GetFrameHeight() / 2;
  const float gap = at.y - half - ImGui::GetStyle().ItemSpacing.y / 2;
  const float down = parent.left + view.px(8);
  const ImVec2 way[] = {{down, parent.middle + half},
                        {down, gap},
                        {at.x - view.px(8), gap},
                        {at.x - view.px(8), at.y},
                        at};
  canvas.AddPolyline(way, 5, colour, ImDrawFlags_None, wide);
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
  if (m.branches.size() < 2 || m.comparison) return;  // the comparison has its own choice
  const float indent = view.px(18);
  std::vector<BranchBox> boxes(m.branches.size());
  for (const BranchPlace& place : branch_tree(m)) {
    const std::size_t i = place.branch;
    const std::string label = branch_label(view, i);
    const BranchBox& parent = boxes[m.branches[i].parent];
    const auto fits = [&] {
      return ImGui::GetCursorPosX() + button_width(label) <= ImGui::GetWindowContentRegionMax().x;
    };
    bool below = place.new_line;
    if (!below) {
      ImGui::SameLine(0, indent);
      below = !fits();
      if (below) ImGui::NewLine();
    }
    if (below && i != 0) {  // below its parent, if it fits
      ImGui::SetCursorPosX(parent.left + indent - ImGui::GetWindowPos().x);
      if (!fits()) ImGui::SetCursorPosX(indent + ImGui::GetStyle().WindowPadding.x);
    }
    ImGui::PushStyleColor(ImGuiCol_Text, label.starts_with("×")   ? view.theme.violation
                                         : label.starts_with("?") ? view.theme.second_text
                                                                  : view.theme.good);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          i == m.branch ? faded(view.theme.accent, 0.3f) : view.theme.raised);
    if (view.button(fmt::format("branch {}", i), fmt::format("{}##branch{}", label, i),
                    m.branches[i].run->judged.name))
      view.want(intent::ShowBranch{i});
    ImGui::PopStyleColor(2);
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const float middle = (from.y + to.y) / 2;
    if (i != 0) twig(view, parent, {from.x, middle});
    boxes[i] = {from.x, to.x, middle};
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
  return fmt::format("{}{}{}{}{:.3f} ms", view.say("break.title"), view.say("list.colon"),
                     selected_lane(m), view.say("list.then"), m.cursor.at_us / 1000);
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
    // The palette may have to scroll. Beside two runs the tools come first; otherwise they come
    // last, since the command list (B) has them too.
    if (!m.comparison) placed(view);
    tools(view);
    if (m.comparison) placed(view);
  }
  const float needed = ImGui::GetCursorPosY();
  ImGui::EndChild();
  return needed;
}

}  // namespace locklab::app
