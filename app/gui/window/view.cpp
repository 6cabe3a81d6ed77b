#include "app/gui/window/view.h"

#include <imgui/imgui_internal.h>

#include <algorithm>

#include "app/gui/update/look.h"
#include "app/gui/window/shortened.h"

namespace locklab::app {

bool View::shows_tips() const { return looks && !covered && !is_presenting(model); }

void View::tip_on_last(std::string_view tooltip) const {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  const ImVec2 words = ImGui::CalcTextSize(tooltip.data(), tooltip.data() + tooltip.size());
  const ImVec2 size{words.x + 2 * padding.x, words.y + 2 * padding.y};
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float gap = px(4);
  const bool above = from.y - gap - size.y >= 0;
  const ImVec2 at{std::max(0.0f, std::min(ImGui::GetMousePos().x, screen.x - size.x)),
                  above ? from.y - gap - size.y : ImGui::GetItemRectMax().y + gap};
  ImGui::SetNextWindowPos(at);
  // BeginDisabled would also fade the tooltip of a disabled widget.
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1);
  ImGui::SetTooltip("%.*s", static_cast<int>(tooltip.size()), tooltip.data());
  ImGui::PopStyleVar();
  named.push_back({"tooltip", at, {at.x + size.x, at.y + size.y}});
}

bool View::menu(std::string_view name, std::string_view shown, float width,
                std::string_view tooltip) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{px(width), ImGui::GetFrameHeight()};
  const float words = size.x - size.y - 2 * ImGui::GetStyle().FramePadding.x;  // left of the arrow
  ImGui::SetNextItemWidth(size.x);
  const std::string fitting = shortened(std::string(shown), words);
  const bool open = ImGui::BeginCombo(("##" + std::string(name)).c_str(), fitting.c_str(),
                                      ImGuiComboFlags_HeightLargest);
  if (fitting != shown) name_place("shortened " + std::string(name), at, size);
  if (!open) name_last(name, tooltip);
  if (open) named.push_back({std::string(name), at, {at.x + size.x, at.y + size.y}});
  return open;
}

namespace {

/// Gives boxes drawn during its lifetime an outline, visible on any background.
class Outlined {
 public:
  Outlined() {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  }
  ~Outlined() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
  }
  Outlined(const Outlined&) = delete;
  Outlined& operator=(const Outlined&) = delete;
};

}  // namespace

bool checkbox(const char* label, bool* on) {
  const Outlined box;
  return ImGui::Checkbox(label, on);
}

bool radio(const char* label, bool chosen) {
  const Outlined box;
  return ImGui::RadioButton(label, chosen);
}

NamedRectangle View::last_widget(std::string_view name) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  NamedRectangle widget{std::string(name), from, to, is_cut(from, to)};
  const ImGuiItemFlags flags = g.LastItemData.InFlags;
  if (!(flags & ImGuiItemFlags_Disabled)) widget.id = g.LastItemData.ID;
  widget.window = g.CurrentWindow;
  widget.field = flags & ImGuiItemFlags_Inputable;
  return widget;
}

bool View::is_cut(ImVec2 from, ImVec2 to) {
  if (in_sight(from, to)) return false;
  // A rectangle entirely inside a child window is cut if the child window is.
  for (const ImGuiWindow* window = ImGui::GetCurrentWindowRead(); window;) {
    ImRect room = window->Rect();
    room.Expand(1);
    // ImGui computes a horizontal scroll range even for windows without a scroll bar.
    const bool beside = from.x < room.Min.x || to.x > room.Max.x;
    const bool has_bars = !(window->Flags & ImGuiWindowFlags_NoScrollbar);
    const bool sideways = has_bars && (window->Flags & ImGuiWindowFlags_HorizontalScrollbar);
    if (beside && !sideways) return true;
    if ((has_bars && window->ScrollMax.y > 0) || (sideways && window->ScrollMax.x > 0))
      return false;
    const bool is_part = window->Flags & ImGuiWindowFlags_ChildWindow;
    if (!is_part || !room.Contains(ImRect(from, to))) return true;
    from = window->Pos;
    to = {window->Pos.x + window->Size.x, window->Pos.y + window->Size.y};
    window = window->ParentWindow;
  }
  return true;
}

bool View::in_sight(ImVec2 from, ImVec2 to) {
  const ImRect& shown = ImGui::GetCurrentWindowRead()->ClipRect;
  return from.x >= shown.Min.x - 1 && from.y >= shown.Min.y - 1 && to.x <= shown.Max.x + 1 &&
         to.y <= shown.Max.y + 1;
}

bool menu_is_open() {
  return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool close_menus() {
  if (!menu_is_open()) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

bool is_typing() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.ActiveId != 0 && g.ActiveId == g.InputTextState.ID;
}

}  // namespace locklab::app
