// The dialog that opens and saves files, and the question before unsaved work is lost.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include "app/gui/model/file_dialog.h"
#include "app/gui/update/story_form.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

void heading(const View& view, std::string_view key) {
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c(key));
  ImGui::PopFont();
}

std::string_view title_of(const FileDialog& dialog) {
  if (!dialog.saving) return is_of_loads(dialog.kind) ? "dialog.open_loads" : "dialog.open";
  switch (dialog.kind) {
    case FileKind::svg:
      return "dialog.save_svg";
    case FileKind::page:
      return "dialog.save_page";
    case FileKind::picture:
      return "dialog.save_picture";
    case FileKind::trace:
      return "dialog.save_trace";
    case FileKind::notebook:
      return "dialog.save_notebook";
    case FileKind::load_json:
    case FileKind::load_csv:
    case FileKind::load_page:
      return "dialog.save_loads";
    case FileKind::scenario:
      break;
  }
  return "dialog.save";
}

void entries(const View& view, const FileDialog& dialog, float height) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, view.theme.panel);
  ImGui::BeginChild("entries", {0, height}, true);
  if (!dialog.folder.empty()) {
    if (ImGui::Selectable("../", dialog.marked == dialog.entries.size()))
      view.want(intent::ChooseFolder{folder_above(dialog.folder)});
    view.name_last("folder above");
  }
  for (std::size_t i = 0; i < dialog.entries.size(); ++i) {
    const FolderEntry& entry = dialog.entries[i];
    const std::string shown = entry.name + (entry.folder ? "/" : "");
    const bool lit =
        dialog.marked ? dialog.marked == i : !entry.folder && entry.name == dialog.name;
    if (ImGui::Selectable(shown.c_str(), lit, ImGuiSelectableFlags_AllowDoubleClick)) {
      if (entry.folder) {
        view.want(intent::ChooseFolder{inside(dialog.folder, entry.name)});
      } else {
        view.want(intent::TypeName{entry.name});
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view.want(intent::AcceptDialog{});
      }
    }
    view.name_last(fmt::format("entry {}", entry.name));
    if (dialog.marked == i) ImGui::SetScrollHereY();
  }
  if (dialog.entries.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                       view.say.c(dialog.saving ? "dialog.empty.saving" : "dialog.empty"));
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

/// Draws the title that the scenario file will contain, and a button to edit it.
void title_to_save(const View& view) {
  const std::string edit(view.say("story.edit"));
  const float room = ImGui::GetContentRegionAvail().x - button_width(edit) - view.px(8);
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      shortened(view.tell(story_of(view.model, view.model.branch).title), room).c_str());
  view.name_last("dialog title");
  ImGui::SameLine(left + room + view.px(8));
  if (view.button("dialog edit", edit, view.say("story.edit.tip"))) view.want(intent::EditStory{});
}

}  // namespace

void file_dialog(const View& view) {
  if (!view.model.dialog || view.model.story_form) return;  // the story form replaces the dialog
  const FileDialog& dialog = *view.model.dialog;
  begin_dialog(view, "file dialog", {view.px(640), view.px(480)});
  heading(view, title_of(dialog));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s/",
                     dialog.folder.c_str());
  const bool of_story = dialog.saving && dialog.kind == FileKind::scenario && view.model.run;
  if (of_story) title_to_save(view);
  const float row = ImGui::GetFrameHeightWithSpacing();
  // Two lines are reserved for a problem, so that it moves nothing; it may take more.
  const float line = ImGui::GetTextLineHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const float words =
      ImGui::CalcTextSize(view.tell(dialog.problem).c_str(), nullptr, false, width).y;
  const float said = std::max(words, 2 * line);
  entries(view, dialog,
          std::max(ImGui::GetContentRegionAvail().y - 3.4f * row - said + line, view.px(60)));
  std::string name = dialog.name;
  ImGui::SetNextItemWidth(-1);
  // A field with the focus keeps its own text, so a choice from the list needs a field with a new
  // id.
  int* chosen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("chosen"));
  if (ImGui::IsWindowAppearing() || *chosen != dialog.chosen) ImGui::SetKeyboardFocusHere();
  *chosen = dialog.chosen;
  ImGui::PushID(dialog.chosen);
  ImGui::InputText("##name", &name);
  ImGui::PopID();
  view.name_last("file name");
  if (name != dialog.name) view.want(intent::TypeName{name});
  const float below = ImGui::GetCursorPosY() + said + ImGui::GetStyle().ItemSpacing.y;
  if (!dialog.problem.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.violation), "%s",
                       view.tell(dialog.problem).c_str());
    ImGui::PopTextWrapPos();
    view.name_last("dialog problem");
  } else if (dialog.replacing) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.warning), "%s",
                       view.say.c("dialog.there"));
    view.name_last("dialog there");
  }
  ImGui::SetCursorPosY(below);
  const char* accept = !dialog.saving     ? "dialog.do_open"
                       : dialog.replacing ? "dialog.replace"
                                          : "dialog.do_save";
  const bool nothing = name.empty() && !dialog.marked;
  ImGui::BeginDisabled(nothing);
  if (view.button("dialog accept", view.say(accept), {}, ButtonKind::primary) ||
      (!nothing && enter_pressed(view)))
    view.want(intent::AcceptDialog{});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (view.button("dialog cancel", view.say("dialog.cancel"))) view.want(intent::CloseDialog{});
  end_dialog();
}

void leave_question(const View& view) {
  if (!view.model.leave_for) return;
  begin_dialog(view, "leave", {view.px(460), 0});
  const bool live = view.model.pending && view.model.pending->live;
  heading(view, live ? "leave.live.title" : "leave.title");
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(view.say.c(live ? "leave.live" : "leave.text"));
  ImGui::PopTextWrapPos();
  view.name_last(live ? "leave live words" : "leave words");
  ImGui::Spacing();
  const auto answer = [&](const char* name, const char* key, intent::Leaving how, ButtonKind kind) {
    if (view.button(name, view.say(key), {}, kind)) view.want(intent::Leave{how});
    ImGui::SameLine();
  };
  answer("leave save", "leave.save", intent::Leaving::save, ButtonKind::primary);
  answer("leave discard", "leave.discard", intent::Leaving::discard, ButtonKind::dangerous);
  answer("leave stay", "leave.stay", intent::Leaving::stay, ButtonKind::plain);
  end_dialog();
}

}  // namespace locklab::app
