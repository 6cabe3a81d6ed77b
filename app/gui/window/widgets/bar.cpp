#include "app/gui/window/widgets/bar.h"

#include <algorithm>
#include <string>

namespace locklab::app {

namespace {

constexpr std::string_view menu_sign = "»";

/// Whether an intent closes the menu. Typing a time, changing the speed and stepping leave it open.
bool closes_menu(const Intent& wanted) {
  return !wanted.is<intent::TypeTime>() && !wanted.is<intent::SetSpeed>() &&
         !wanted.is<intent::Step>();
}

void menu_of_the_rest(const View& view, std::string_view name,
                      const std::vector<BarWidget>& widgets, const BarFit& fit) {
  const std::string popup(name);
  if (view.button(name, menu_sign, view.say("bar.more"))) ImGui::OpenPopup(popup.c_str());
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + view.px(4)};
  for (std::size_t i = 0; i < widgets.size(); ++i)
    if (fit.widths[i] == 0 && widgets[i].wanted && !ImGui::IsPopupOpen(popup.c_str()))
      ImGui::OpenPopup(popup.c_str());
  const bool opens_up = below.y > ImGui::GetMainViewport()->Size.y / 2;
  const ImVec2 above{below.x, ImGui::GetItemRectMin().y - view.px(4)};
  ImGui::SetNextWindowPos(opens_up ? above : below, 0, {0, opens_up ? 1.0f : 0.0f});
  if (!ImGui::BeginPopup(popup.c_str())) return;
  const std::size_t before = view.wants.size();
  for (std::size_t i = 0; i < widgets.size(); ++i) {
    if (fit.widths[i] > 0) continue;
    widgets[i].in_menu ? widgets[i].in_menu() : widgets[i].draw(widgets[i].item.most);
  }
  if (std::any_of(view.wants.begin() + static_cast<std::ptrdiff_t>(before), view.wants.end(),
                  closes_menu))
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace

float button_width(std::string_view label) {
  return ImGui::CalcTextSize(label.data(), label.data() + label.size(), true).x +
         2 * ImGui::GetStyle().FramePadding.x;
}

void bar(const View& view, std::string_view name, const std::vector<BarWidget>& widgets) {
  std::vector<BarItem> items;
  for (const BarWidget& widget : widgets) items.push_back(widget.item);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float menu = button_width(menu_sign) + gap;
  const BarFit fit = fit_bar(items, ImGui::GetContentRegionAvail().x, menu);
  float at_right = 0;
  bool right = false;
  for (std::size_t i = 0; i < widgets.size(); ++i) {
    right = right || widgets[i].right;
    if (right && fit.widths[i] > 0) at_right += fit.widths[i] + items[i].gap;
  }
  right = false;
  const float end = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  bool first = true;
  bool menu_drawn = !fit.menu;
  float room = 0;  // the width reserved for the last widget if it grows, otherwise 0, so that the
                   // next one does not move
  const auto place = [&](float before) {
    const float narrower = std::max(0.0f, room - ImGui::GetItemRectSize().x);
    if (!first) ImGui::SameLine(0, before + narrower);
    first = false;
    room = 0;
  };
  for (std::size_t i = 0; i < widgets.size(); ++i) {
    right = right || widgets[i].right;
    if (right && !menu_drawn) {
      place(gap);
      menu_of_the_rest(view, name, widgets, fit);
      menu_drawn = true;
    }
    if (fit.widths[i] == 0) continue;
    if (right && at_right > 0) {
      ImGui::SameLine(end - at_right + items[i].gap);
      at_right = 0;
      first = false;
    } else {
      place(items[i].gap);
    }
    widgets[i].draw(fit.widths[i]);
    room = widgets[i].grows ? fit.widths[i] : 0;
  }
  if (menu_drawn) return;
  place(gap);
  menu_of_the_rest(view, name, widgets, fit);
}

}  // namespace locklab::app
