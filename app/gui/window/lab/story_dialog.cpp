// The form for title, story and notes of a run, with mistakes shown at their fields; and the page
// that shows story and notes.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include "app/changes/run_story.h"
#include "app/gui/update/story_form.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

/// Draws a labelled field, with several lines if `height` > 0. Returns true if Enter was pressed in
/// a field of one line.
bool told_field(const View& view, const char* field, std::string& text, float height) {
  const StoryForm& form = *view.model.story_form;
  ImGui::TextUnformatted(view.say.c(fmt::format("story.{}", field)));
  const std::string name = fmt::format("story {}", field);
  const bool wrong = form.wrong == field;
  const std::string id = "##" + name;
  focus_if_wrong(wrong, id);
  ImGui::SetNextItemWidth(-1);
  bool enter = false;
  if (height > 0) {
    ImGui::InputTextMultiline(id.c_str(), &text, {-1, height});
  } else {
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    enter = ImGui::InputText(id.c_str(), &text, ImGuiInputTextFlags_EnterReturnsTrue);
  }
  view.name_last(name);
  if (wrong) tell_wrong(view, name + " wrong", view.tell(form.problem));
  return enter;
}

}  // namespace

void story_dialog(const View& view) {
  if (!view.model.story_form) return;
  StoryForm form = *view.model.story_form;
  begin_dialog(view, "story dialog", {view.px(640), 0});
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("story.form"));
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  wrapped_text(view, std::string(view.say("story.form.text")), ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  ImGui::Spacing();
  const bool enter = told_field(view, "title", form.text.title, 0);
  told_field(view, "story", form.text.story, view.px(130));
  told_field(view, "notes", form.text.notes, view.px(90));
  ImGui::Spacing();
  if (!(form.text == view.model.story_form->text)) {
    form.wrong.clear();
    view.want(intent::SetStory{form});
  }
  if (view.button("story accept", view.say("story.accept"), {}, ButtonKind::primary) || enter)
    view.want(intent::AcceptStory{});  // after SetStory, so that the last input is included
  ImGui::SameLine();
  if (view.button("story close", view.say("dialog.cancel"))) view.want(intent::CloseStory{});
  end_dialog();
}

void story_page(const View& view) {
  const Model& m = view.model;
  ImGui::BeginChild("story page", {0, 0}, false);
  const float width = ImGui::GetContentRegionAvail().x;
  const sim::StoryText text = story_of(m, m.branch);
  if (!text.story.empty()) {
    wrapped_text(view, view.tell(text.story), width);
    view.name_last("story");
    ImGui::Spacing();
  }
  if (!text.notes.empty()) {
    second_text(view, view.say("story.notes"));
    wrapped_text(view, view.tell(text.notes), width);
    view.name_last("told notes");
    ImGui::Spacing();
  }
  // The story of the unchanged scenario, which may not apply to this branch.
  const ShownRun& run = *m.run;
  if (!keeps_story(run) && text.story.empty()) {
    wrapped_text(view, text.title, width);
    ImGui::Spacing();
    if (!run.told.story.empty()) {
      second_text(view, view.say.fill("story.of_parent", short_name(run)));
      ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
      wrapped_text(view, view.tell(run.told.story), width);
      ImGui::PopStyleColor();
      view.name_last("story of parent");
      ImGui::Spacing();
    }
  }
  ImGui::BeginDisabled(!can_edit_story(m));
  if (view.button("story edit", view.say("story.edit"), view.say("story.edit.tip")))
    view.want(intent::EditStory{});
  ImGui::EndDisabled();
  ImGui::EndChild();
}

}  // namespace locklab::app
