// The list of keys and the legend of marks.
#include <algorithm>

#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

constexpr const char* keys[][2] = {{"Space", "help.space"},
                                   {"← →", "help.arrows"},
                                   {"Shift + ← →", "help.shift_arrows"},
                                   {"Home  End", "help.home"},
                                   {"+  -", "help.zoom"},
                                   {"F", "help.fit"},
                                   {"Y", "help.axis"},
                                   {"[  ]  Esc", "help.measure"},
                                   {"1 - 9", "help.lanes"},
                                   {"V", "help.violation"},
                                   {"T", "help.time"},
                                   {"C", "help.panes"},
                                   {"Ctrl + 1 - 8", "help.panels"},
                                   {"D", "help.compare"},
                                   {"M", "help.delay"},
                                   {"O", "help.only_message"},
                                   {"K", "help.pin"},
                                   {"P", "help.present"},
                                   {"Ctrl+Z  Ctrl+Y", "help.undo"},
                                   {"N", "help.next"},
                                   {"I", "help.lessons"},
                                   {"Ctrl +  Ctrl -", "help.scale"},
                                   {"S", "help.set_up"},
                                   {"Ctrl+O  Ctrl+S", "help.files"},
                                   {"Ctrl+C  Ctrl+V", "help.names"},
                                   {"F12", "help.picture"},
                                   {"F11", "help.full"},
                                   {"L", "help.language"},
                                   {"E  X", "help.screens"},
                                   {"F1  ?", "help.help"},
                                   {"Ctrl+P", "help.commands"},
                                   {"B  G  J", "help.lists"},
                                   {"U  H", "help.lists_of_run"},
                                   {"Tab  Enter", "help.tab"},
                                   {"R  Backspace", "help.lesson"},
                                   {"W", "help.votes"},
                                   {"PgUp  PgDn", "help.clicker"},
                                   {"Ctrl+N  Ctrl+B", "help.notebook"}};

void table_of_keys(const View& view) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {view.px(4), view.px(1)});
  if (ImGui::BeginTable("keys", 4)) {
    for (int half = 0; half < 2; ++half) {
      ImGui::TableSetupColumn(half ? "key 2" : "key 1", ImGuiTableColumnFlags_WidthFixed);
      ImGui::TableSetupColumn(half ? "words 2" : "words 1", ImGuiTableColumnFlags_WidthStretch);
    }
    for (const auto& key : keys) {
      ImGui::TableNextColumn();
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%s", key[0]);
      ImGui::TableNextColumn();
      ImGui::PushTextWrapPos(0);
      ImGui::TextUnformatted(view.say.c(key[1]));
      ImGui::PopTextWrapPos();
      view.name_last(key[1]);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void help_overlay(const View& view) {
  if (!view.model.help) return;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.GetCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  const float width = std::min(view.px(940), screen.Size.x - view.px(16));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.Size.y - view.px(8)});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowFocus();
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
  dim_behind(view);
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("help.keys"));
  ImGui::PopFont();
  table_of_keys(view);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {view.px(8), view.px(3)});
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("help.marks"));
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  for (const char* key :
       {"help.client_lane", "help.node_lane", "help.resource_lane", "help.messages", "help.strip",
        "help.flags", "help.ruler", "help.cluster", "help.breaking"}) {
    ImGui::Bullet();
    ImGui::TextUnformatted(view.say.c(key));
  }
  ImGui::PopTextWrapPos();
  ImGui::PopStyleVar();
  if (view.button("help close", view.say("help.close"), {}, ButtonKind::primary))
    view.want(intent::Help{false});
  ImGui::End();
}

}  // namespace locklab::app
