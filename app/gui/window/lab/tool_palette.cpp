// The tools in one row: those that apply to the selected lane with their names, the others as
// icons. Tools for its links lose their names if there is too little room. A tool is applied to the
// selected lane at the cursor, or where it is dropped or placed by a click. A small form sets its
// size.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/layout/tool_row.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/placed_faults.h"
#include "app/gui/window/lab/break_parts.h"
#include "app/gui/window/lab/tool_drop.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/icons.h"
#include "app/timeline/words/wording.h"
#include "app/workshop/refused_live.h"

namespace locklab::app {

namespace {

/// Draws a slider for a tool's size: for a duration, from a twentieth to twenty times the default;
/// for a clock jump, up to four times the default back or forward; for a clock rate, up to 50 %
/// slow or fast.
void size_slider(const View& view, std::uint16_t tool, std::optional<double> size) {
  const BreakingTool& of = breaking_tools()[tool];
  const auto usual = usual_size(of, *view.model.run);
  if (!usual) return;
  const SlidRange range = slid_range(of.size, *usual);
  const auto least = static_cast<float>(range.least);
  const auto most = static_cast<float>(range.most);
  auto slid = static_cast<float>(typed_of_size(of.size, size.value_or(*usual)));
  ImGui::SetNextItemWidth(view.px(220));
  const int flags = ImGuiSliderFlags_NoInput | (least > 0 ? ImGuiSliderFlags_Logarithmic : 0);
  if (ImGui::SliderFloat("##slid", &slid, least, most, "", flags)) {
    // Whole numbers, and never 0.
    double whole = std::round(static_cast<double>(slid));
    if (whole == 0) whole = slid < 0 ? -1 : 1;
    view.want(intent::SetSize{tool, size_of_typed(of.size, whole)});
  }
  view.name_last(fmt::format("size {} slider", of.id));
}

void size_form(const View& view, std::uint16_t tool) {
  const BreakingTool& of = breaking_tools()[tool];
  const auto size = size_of(view.model, *view.model.run, tool);
  const std::string name = fmt::format("size {} field", of.id);
  const bool wrong = view.model.wrong_field && view.model.wrong_field->field == name;
  ImGui::TextUnformatted(view.say.c(std::string(size_words(of.kind))));
  std::string typed = wrong  ? view.model.wrong_field->typed
                      : size ? size_text(typed_of_size(of.size, *size))
                             : "";
  ImGui::SetNextItemWidth(view.px(110));
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  focus_if_wrong(wrong, "##typed");
  const bool enter = ImGui::InputTextWithHint(
      "##typed", "–", &typed,
      ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = enter || ImGui::IsItemDeactivatedAfterEdit();
  view.name_last(name);
  auto number = typed_number(typed);
  if (number) number = size_of_typed(of.size, *number);
  const bool good = typed.empty() || (number && is_size(of.size, *number));
  tell_wrong(view, name);
  if (left && good) view.want(intent::SetSize{tool, typed.empty() ? std::nullopt : number});
  if (left && !good)
    view.want(
        intent::WrongInput{{name, typed, Sentence::name(view.say.fill(bad_size(of.size), typed))}});
  if (enter && good) ImGui::CloseCurrentPopup();
  size_slider(view, tool, size);
}

float size_button_width(const View& view) { return view.px(22); }

std::string popup_of(const BreakingTool& tool) { return fmt::format("size of {}", tool.id); }

void size_button(const View& view, std::uint16_t tool) {
  const BreakingTool& of = breaking_tools()[tool];
  ImGui::SameLine(0, 1);
  const std::string size = plain_size(view, of, size_of(view.model, *view.model.run, tool));
  if (icon_button(view, fmt::format("size {}", of.id), "down", "",
                  view.say.fill("break.size.tip", size.empty() ? "–" : size),
                  size_button_width(view)))
    ImGui::OpenPopup(popup_of(of).c_str());
}

class PaletteTool {
 public:
  PaletteTool(const View& view, std::uint16_t tool)
      : view_(view), tool_(tool), of_(breaking_tools()[tool]) {
    const auto& lane = view.model.lane;
    on_lane_ = lane && applies(of_, *view.model.run, Spot{SpotKind::lane, *lane});
    taken_ = view.model.tool == tool;
    name_ = view.tell(of_.label);
    size_ = plain_size(view, of_, size_of(view.model, *view.model.run, tool));
    refused_ = refused_live(view.model, of_);
  }

  ToolWidths widths() const {
    const float form = has_size() ? size_button_width(view_) + 1 : 0;
    return {icon_button_width(view_, ""), icon_button_width(view_, name_) + form,
            icon_button_width(view_, with_size()) + form, rank()};
  }

  BarWidget widget(ToolLook look) const {
    const ToolWidths all = widths();
    const float width = look == ToolLook::icon    ? all.icon
                        : look == ToolLook::named ? all.named
                                                  : all.sized;
    return {{width, width, rank(), view_.px(2)},
            [self = *this, look](float) { self.draw(look); },
            false,
            false,
            [self = *this] { self.draw(ToolLook::sized); }};
  }

 private:
  bool has_size() const { return of_.size != SizeKind::none; }
  std::string with_size() const { return size_.empty() ? name_ : name_ + " " + size_; }

  /// The picked-up tool comes first, then those that apply to the selected client or node itself,
  /// then those that apply to its links.
  int rank() const {
    if (taken_) return 3;
    // Write refusals and removals of keys are rarely used, and there are three of each.
    if (of_.kind == sim::FaultKind::refuse || of_.kind == sim::FaultKind::remove) return -1;
    if (!on_lane_) return 0;
    return of_.on_link ? 1 : 2;
  }

  void draw(ToolLook look) const {
    // A tool that does not suit the selected lane is picked up by a click and placed by another.
    ImGui::PushStyleColor(ImGuiCol_Text, refused_     ? faded(view_.theme.second_text, 0.6f)
                                         : rank() > 0 ? view_.theme.text
                                                      : view_.theme.second_text);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          taken_ ? faded(view_.theme.accent, 0.5f) : view_.theme.raised);
    std::string tip =
        fmt::format("{}{}{}", with_size(), view_.say("list.colon"), view_.tell(of_.tip));
    if (refused_) tip += "\n" + view_.say.fill("break.not_live", view_.tell(refused_->what));
    const std::string label = look == ToolLook::icon    ? std::string()
                              : look == ToolLook::named ? name_
                                                        : with_size();
    const bool struck = icon_button(view_, fmt::format("palette {}", of_.id), of_.icon, label, tip);
    if (struck && !(refused_ && is_stepped_live(view_.model))) {
      if (on_lane_ && !taken_) {
        view_.want(intent::Break{Spot{SpotKind::lane, *view_.model.lane}, tool_, {}, {}});
      } else {
        view_.want(intent::PickUp{taken_ ? std::nullopt : std::optional(tool_)});
      }
    }
    const bool right = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    if (refused_) view_.name_last(fmt::format("not live {}", of_.id));
    ImGui::PopStyleColor(2);
    drag_tool(view_, tool_, name_);
    if (!has_size()) return;
    if (right) ImGui::OpenPopup(popup_of(of_).c_str());
    if (look != ToolLook::icon) size_button(view_, tool_);
    ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y - view_.px(4)},
                            ImGuiCond_Appearing, {0, 1});
    if (!ImGui::BeginPopup(popup_of(of_).c_str())) return;
    size_form(view_, tool_);
    ImGui::EndPopup();
  }

  const View& view_;
  std::uint16_t tool_;
  const BreakingTool& of_;
  bool on_lane_ = false;
  bool taken_ = false;
  std::string name_;
  std::string size_;
  std::optional<LiveProblem> refused_;  ///< why live runs cannot inject it; nullopt if they can
};

}  // namespace

void tool_palette(const View& view) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {view.px(5), ImGui::GetStyle().FramePadding.y});
  std::vector<PaletteTool> tools;
  std::vector<ToolWidths> widths;
  for (std::uint16_t i = 0; i < breaking_tools().size(); ++i)
    if (applies(breaking_tools()[i], *view.model.run))
      widths.push_back(tools.emplace_back(view, i).widths());
  const auto looks = tool_looks(widths, view.px(2), ImGui::GetContentRegionAvail().x);
  std::vector<BarWidget> widgets;
  for (std::size_t i = 0; i < tools.size(); ++i) widgets.push_back(tools[i].widget(looks[i]));
  if (!widgets.empty()) widgets.front().item.gap = 0;
  bar(view, "palette more", widgets);
  ImGui::PopStyleVar();
}

}  // namespace locklab::app
