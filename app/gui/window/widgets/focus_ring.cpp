#include "app/gui/window/widgets/focus_ring.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/imgui_internal.h>

#include <algorithm>

#include "app/gui/window/key_input.h"

namespace locklab::app {

namespace {

/// Whether Tab reaches the widget: every enabled one except timelines, which need a mouse position,
/// and splitters.
bool can_be_reached(const NamedRectangle& widget) {
  return widget.id != 0 && !widget.name.starts_with("splitter") && widget.name != "timeline" &&
         widget.name != "other timeline";
}

auto place_of(const std::vector<NamedRectangle>& named, unsigned id) {
  return std::find_if(named.begin(), named.end(), [&](const NamedRectangle& widget) {
    return widget.id == id && can_be_reached(widget);
  });
}

}  // namespace

bool FocusRing::takes(int glfw_key, int modifiers, const std::vector<NamedRectangle>& named,
                      bool covered) {
  if (menu_is_open()) return moves_in_menus(glfw_key);
  if (glfw_key == GLFW_KEY_TAB) {
    move(modifiers & GLFW_MOD_SHIFT ? -1 : +1, named);
    return true;
  }
  if (!is_shown()) return false;
  if (is_enter(glfw_key)) {
    activate();
    return true;
  }
  // In a dialog, Esc closes the dialog rather than the ring.
  if (glfw_key != GLFW_KEY_ESCAPE || covered) return false;
  leave();
  return true;
}

void FocusRing::move(int by, const std::vector<NamedRectangle>& named) {
  std::vector<const NamedRectangle*> widgets;
  for (const NamedRectangle& widget : named)
    if (can_be_reached(widget) && (widgets.empty() || widgets.back()->id != widget.id))
      widgets.push_back(&widget);
  if (widgets.empty()) return leave();
  ImGuiContext& g = *ImGui::GetCurrentContext();
  // The ring or, without one, the active widget is the starting point.
  const ImGuiID from = id_ != 0 ? id_ : g.ActiveId;
  const auto now = std::find_if(widgets.begin(), widgets.end(),
                                [&](const NamedRectangle* widget) { return widget->id == from; });
  std::size_t to = by > 0 ? 0 : widgets.size() - 1;
  if (now != widgets.end())
    to = (static_cast<std::size_t>(now - widgets.begin()) + widgets.size() +
          (by > 0 ? 1 : widgets.size() - 1)) %
         widgets.size();
  const NamedRectangle& widget = *widgets[to];
  id_ = widget.id;
  if (g.ActiveId != 0) ImGui::ClearActiveID();
  g.NavId = id_;  // makes ImGui handle the widget even if it is scrolled out of view
  if (ImGuiWindow* window = static_cast<ImGuiWindow*>(widget.window))
    ImGui::ScrollToBringRectIntoView(window, {widget.from, widget.to});
  if (widget.field) activate();
}

void FocusRing::activate() const {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.NavId = id_;
  g.NavInputSource = ImGuiInputSource_Keyboard;  // makes a text field take the focus
  ImGui::ActivateItem(id_);
}

std::string_view FocusRing::widget(const std::vector<NamedRectangle>& named) const {
  if (id_ == 0) return {};
  const auto found = place_of(named, id_);
  return found == named.end() ? std::string_view() : std::string_view(found->name);
}

void FocusRing::draw(const std::vector<NamedRectangle>& named, const Theme& theme, float scale) {
  if (id_ == 0) return;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return leave();
  const auto found = place_of(named, id_);
  if (found == named.end()) return leave();
  const float gap = 2 * scale;
  ImGui::GetForegroundDrawList()->AddRect({found->from.x - gap, found->from.y - gap},
                                          {found->to.x + gap, found->to.y + gap}, theme.accent,
                                          4 * scale, 0, 2 * scale);
}

void FocusRing::hand_keys_to_menus() {
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool slides = g.ActiveId != 0 && g.ActiveIdSource == ImGuiInputSource_Nav;
  if (menu_is_open() || slides) {
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    // ImGui's Enter only starts text input; here it also activates the item.
    if (ImGui::IsKeyDown(io.KeyMap[ImGuiKey_Enter])) io.NavInputs[ImGuiNavInput_Activate] = 1;
  } else {
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  }
}

}  // namespace locklab::app
