// The View menu: panels, theme, language, scale and motion.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/look.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

void shortcut(const View& view, const char* keys, float at) {
  ImGui::SameLine(at);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", keys);
}

std::string panel_label(const View& view, Panel panel) {
  return std::string(view.say(fmt::format("panel.{}", name(panel))));
}

/// Draws the check boxes for panels. The menu stays open after a click, since users often click
/// several.
void panels(const View& view) {
  ImGui::TextDisabled("%s", view.say.c("view.panels"));
  float widest = 0;
  for (std::size_t i = 0; i < panel_count; ++i)
    widest =
        std::max(widest, ImGui::CalcTextSize(panel_label(view, static_cast<Panel>(i)).c_str()).x);
  const float keys_at = widest + 2 * ImGui::GetFrameHeight() + ImGui::GetStyle().WindowPadding.x;
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    bool on = is_wanted(view.model, panel);
    if (checkbox(panel_label(view, panel).c_str(), &on)) view.want(intent::ShowPanel{panel, on});
    view.name_last(fmt::format("view {}", name(panel)));
    shortcut(view, fmt::format("Ctrl+{}", i + 1).c_str(), keys_at);
  }
}

void choice(const View& view, const std::string& widget, std::string_view label, bool chosen,
            Intent wanted) {
  if (radio(std::string(label).c_str(), chosen)) view.want(std::move(wanted));
  view.name_last(widget);
  ImGui::SameLine();
}

void theme_and_language(const View& view) {
  const Settings& settings = view.model.settings;
  ImGui::TextDisabled("%s", view.say.c("top.theme"));
  static constexpr std::string_view themes[] = {"dark", "light", "projector"};
  for (std::size_t i = 0; i < std::size(themes); ++i)
    choice(view, fmt::format("view theme {}", themes[i]),
           view.say(fmt::format("view.theme.{}", themes[i])),
           settings.theme == static_cast<ThemeName>(i),
           intent::SetTheme{static_cast<ThemeName>(i)});
  ImGui::NewLine();
  ImGui::TextDisabled("%s", view.say.c("view.language"));
  choice(view, "view language en", "English", settings.language == Language::english,
         intent::SetLanguage{Language::english});
  choice(view, "view language zh", "中文", settings.language == Language::chinese,
         intent::SetLanguage{Language::chinese});
  ImGui::NewLine();
}

/// Draws the slider of the scale, and the check box for motion. The scale changes only on release;
/// otherwise the slider would move under the pointer.
void scale(const View& view) {
  const Model& m = view.model;
  ImGui::TextDisabled("%s", view.say.c("view.scale"));
  int percent = m.wanted_scale.value_or(m.settings.scale_percent);
  ImGui::SetNextItemWidth(view.px(220));
  if (ImGui::SliderInt("##scale", &percent, least_scale, most_scale, "%d %%",
                       ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp))
    view.want(intent::SetScale{percent, false});
  const bool deactivated = ImGui::IsItemDeactivated();
  view.name_last("view scale", view.say("view.scale.tip"));
  if (view.scale_cut) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.warning), "%s",
                       view.say.c("view.scale.cut"));
    view.name_last("view scale cut");
  }
  if (deactivated) view.want(intent::SetScale{percent, true});
  bool motion = m.settings.motion;
  if (checkbox(view.say.c("view.motion"), &motion)) view.want(intent::SetMotion{motion});
  view.name_last("view motion", view.say("view.motion.tip"));
}

}  // namespace

void view_menu(const View& view) {
  if (view.button("view", view.say("view.title"), view.say("view.tip"))) ImGui::OpenPopup("view");
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + view.px(4)});
  if (!ImGui::BeginPopup("view")) return;
  panels(view);
  ImGui::Separator();
  theme_and_language(view);
  ImGui::Separator();
  scale(view);
  ImGui::EndPopup();
}

}  // namespace locklab::app
