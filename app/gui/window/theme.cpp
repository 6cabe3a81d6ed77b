#include "app/gui/window/theme.h"

#include <array>

namespace locklab::app {

namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
  return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 0xff);
}

constexpr Theme dark{rgb(0x14171c), rgb(0x1b1f26), rgb(0x232934), rgb(0x39424f), rgb(0xe6e9ef),
                     rgb(0x9aa4b2), rgb(0x5aa9ff), rgb(0x2fb58a), rgb(0xf0b429), rgb(0xff5d6c),
                     rgb(0x6b7685), rgb(0x0a0c0f), 1.0f,          false};
constexpr Theme light{rgb(0xf4f5f7), rgb(0xffffff), rgb(0xe8ebf0), rgb(0xc2c9d3), rgb(0x1b1f26),
                      rgb(0x5a6472), rgb(0x1666c5), rgb(0x0b7d58), rgb(0x9a6a00), rgb(0xc81e36),
                      rgb(0x97a1af), rgb(0x3a4048), 1.0f,          true};
constexpr Theme projector{rgb(0xffffff), rgb(0xffffff), rgb(0xe2e6ec), rgb(0x7c8794), rgb(0x000000),
                          rgb(0x2c333c), rgb(0x0047a8), rgb(0x00603f), rgb(0x8a5a00), rgb(0xb8001f),
                          rgb(0x737d8a), rgb(0x1c2026), 2.0f,          true};

constexpr std::array<ImU32, 8> clients{rgb(0xe69f00), rgb(0x56b4e9), rgb(0x009e73), rgb(0xcc79a7),
                                       rgb(0xf0e442), rgb(0xd55e00), rgb(0x0072b2), rgb(0x999999)};

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
  return client == 0xffff ? paused : clients[client % clients.size()];
}

ImU32 Theme::text_on(ImU32 colour) {
  const ImVec4 c = vec(colour);
  return 0.299f * c.x + 0.587f * c.y + 0.114f * c.z > 0.5f ? rgb(0x101318) : rgb(0xffffff);
}

ImU32 faded(ImU32 colour, float opacity) {
  const auto alpha = static_cast<ImU32>(static_cast<float>(colour >> IM_COL32_A_SHIFT) * opacity);
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

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
  colours[ImGuiCol_HeaderHovered] = tint(0.25f);
  colours[ImGuiCol_HeaderActive] = tint(0.4f);
  colours[ImGuiCol_Header] = tint(0.2f);
  colours[ImGuiCol_Separator] = vec(theme.line);
  colours[ImGuiCol_TextSelectedBg] = tint(0.35f);
  colours[ImGuiCol_NavHighlight] = accent;
  colours[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.4f);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace locklab::app
