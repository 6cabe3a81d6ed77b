// The command list: an input field and the commands that match.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>

#include "app/gui/update/commands.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

void command_row(const View& view, const WindowCommand& command, std::size_t at, bool marked) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::Selectable(fmt::format("##command {}", at).c_str(), marked)) {
    view.want(intent::ShowCommands{false});
    view.want(command.wanted);
  }
  view.name_last(fmt::format("command {}", at));
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const char* group = view.say.c(fmt::format("commands.{}", name(command.group)));
  const float keys = ImGui::CalcTextSize(command.keys.c_str()).x + view.px(6);
  canvas.AddText(from, view.theme.second_text, group);
  const float room = width - keys - view.px(84 + 8);
  canvas.AddText({from.x + view.px(84), from.y}, view.theme.text,
                 shortened(command.words, room).c_str());
  canvas.AddText({from.x + width - keys, from.y}, view.theme.accent, command.keys.c_str());
}

}  // namespace

void command_list(const View& view) {
  if (!view.model.commands) return;
  CommandList list = *view.model.commands;
  begin_dialog(view, "commands", {view.px(620), view.px(440)});
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const char* hint = view.say.c(fmt::format("commands.hint.{}", name(list.group)));
  ImGui::InputTextWithHint("##typed", hint, &list.typed);
  view.name_last("command typed");
  if (list.typed != view.model.commands->typed) {
    view.want(intent::TypeCommand{list.typed});
    list.marked = 0;
  }
  // Matches the current text, even if it was typed and confirmed within one slow frame.
  const std::vector<WindowCommand> found =
      listed_commands(view.model, list, view.say, std::span(view.scenarios));
  const std::size_t marked = found.empty() ? 0 : std::min(list.marked, found.size() - 1);
  if (!found.empty() && enter_pressed(view)) {
    view.want(intent::ShowCommands{false});
    view.want(found[marked].wanted);
  }
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  std::size_t next = marked;
  if (pressed(ImGuiKey_DownArrow) && marked + 1 < found.size()) ++next;
  if (pressed(ImGuiKey_UpArrow) && marked > 0) --next;
  if (pressed(ImGuiKey_PageDown))
    next = std::min(marked + 10, found.empty() ? 0 : found.size() - 1);
  if (pressed(ImGuiKey_PageUp)) next = marked - std::min<std::size_t>(marked, 10);
  if (next != marked) view.want(intent::MarkCommand{next});

  ImGui::BeginChild("found", {0, 0}, false);
  if (found.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                       view.say.c("commands.none"));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(found.size()), ImGui::GetTextLineHeightWithSpacing());
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      command_row(view, found[static_cast<std::size_t>(i)], static_cast<std::size_t>(i),
                  static_cast<std::size_t>(i) == marked);
  clipper.End();
  // Scrolls to the marked command.
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float top = line * static_cast<float>(marked);
  if (next != marked || ImGui::IsWindowAppearing()) {
    const float height = ImGui::GetWindowHeight();
    const float to = line * static_cast<float>(next);
    if (to < ImGui::GetScrollY()) ImGui::SetScrollY(to);
    if (to + 2 * line > ImGui::GetScrollY() + height) ImGui::SetScrollY(to + 2 * line - height);
  }
  view.named.push_back({"command marked",
                        ImGui::GetWindowPos(),
                        {ImGui::GetWindowPos().x, ImGui::GetWindowPos().y + top}});
  ImGui::EndChild();
  end_dialog();
}

}  // namespace locklab::app
