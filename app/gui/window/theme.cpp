#include "app/gui/window/theme.h"

#include "app/timeline/scene/palette.h"

namespace locklab::app {

namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
  return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 0xff);
}

constexpr Theme theme_of(const Palette& p, float line_width, bool light) {
  return {rgb(p.background),  rgb(p.panel),  rgb(p.raised), rgb(p.line),    rgb(p.text),
          rgb(p.second_text), rgb(p.accent), rgb(p.good),   rgb(p.warning), rgb(p.violation),
          rgb(p.paused),      rgb(p.down),   line_width,    light};
}

constexpr Theme dark = theme_of(dark_palette, 1.0f, false);
constexpr Theme light = theme_of(light_palette, 1.0f, true);
constexpr Theme projector = theme_of(projector_palette, 2.0f, true);

ImVec4 vec(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

}  // namespace

const Theme& Theme::of(ThemeName name) {
  switch (name) {
    case ThemeName::light:
      return ::locklab::app::light;
    case ThemeName::projector:
      return projector;
    default:
      return dark;
  }
}

ImU32 Theme::client(std::uint16_t client) const {
  return client == 0xffff ? paused : rgb(client_colours[client % client_colours.size()]);
}

ImU32 Theme::text_on(ImU32 colour) {
  const auto channel = [&](int shift) { return colour >> shift & 0xff; };
  return rgb(text_colour_on(channel(IM_COL32_R_SHIFT) << 16 | channel(IM_COL32_G_SHIFT) << 8 |
                            channel(IM_COL32_B_SHIFT)));
}

ImU32 faded(ImU32 colour, float opacity) {
  const auto alpha = static_cast<ImU32>(static_cast<float>(colour >> IM_COL32_A_SHIFT) * opacity);
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

ButtonLook::ButtonLook(const Theme& theme, ButtonKind kind) {
  if (kind == ButtonKind::plain) return;
  const auto push = [&](ImGuiCol which, ImU32 colour) {
    ImGui::PushStyleColor(which, colour);
    ++colours_;
  };
  const bool primary = kind == ButtonKind::primary;
  const ImU32 own = primary ? theme.accent : theme.violation;
  push(ImGuiCol_Button, faded(own, primary ? 1 : 0.12f));
  push(ImGuiCol_ButtonHovered, faded(own, primary ? 0.85f : 0.25f));
  push(ImGuiCol_ButtonActive, faded(own, primary ? 0.85f : 0.35f));
  push(ImGuiCol_Text, primary ? Theme::text_on(own) : own);
}

ButtonLook::~ButtonLook() { ImGui::PopStyleColor(colours_); }

void apply(const Theme& theme, float scale) {
  ImGuiStyle style;
  style.WindowRounding = style.ChildRounding = style.FrameRounding = style.PopupRounding = 4;
  style.GrabRounding = style.ScrollbarRounding = style.TabRounding = 4;
  style.WindowPadding = {12, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 8};
  style.ScrollbarSize = 12;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  ImVec4* colours = style.Colors;
  const ImVec4 accent = vec(theme.accent);
  const auto tint = [&](float opacity) { return ImVec4(accent.x, accent.y, accent.z, opacity); };
  for (int i = 0; i < ImGuiCol_COUNT; ++i) colours[i] = vec(theme.raised);
  colours[ImGuiCol_Text] = vec(theme.text);
  colours[ImGuiCol_TextDisabled] = vec(theme.second_text);
  colours[ImGuiCol_WindowBg] = vec(theme.panel);
  colours[ImGuiCol_ChildBg] = vec(theme.panel);
  colours[ImGuiCol_PopupBg] = vec(theme.panel);
  colours[ImGuiCol_Border] = vec(theme.line);
  colours[ImGuiCol_BorderShadow] = ImVec4(0, 0, 0, 0);
  colours[ImGuiCol_FrameBgHovered] = tint(0.25f);
  colours[ImGuiCol_FrameBgActive] = tint(0.4f);
  colours[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
  colours[ImGuiCol_ScrollbarGrab] = vec(theme.line);
  colours[ImGuiCol_ScrollbarGrabHovered] = vec(theme.second_text);
  colours[ImGuiCol_ScrollbarGrabActive] = vec(theme.second_text);
  colours[ImGuiCol_CheckMark] = accent;
  colours[ImGuiCol_SliderGrab] = accent;
  colours[ImGuiCol_SliderGrabActive] = accent;
  colours[ImGuiCol_ButtonHovered] = tint(0.3f);
  colours[ImGuiCol_ButtonActive] = tint(0.5f);
  colours[ImGuiCol_HeaderHovered] = tint(0.18f);
  colours[ImGuiCol_HeaderActive] = tint(0.25f);
  colours[ImGuiCol_Header] = tint(0.14f);
  colours[ImGuiCol_Separator] = vec(theme.line);
  colours[ImGuiCol_TextSelectedBg] = tint(0.35f);
  colours[ImGuiCol_NavHighlight] = accent;
  colours[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.4f);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace locklab::app
