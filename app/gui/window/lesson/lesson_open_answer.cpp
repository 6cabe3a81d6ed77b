// An open-ended question: a number to write, or a fault to add. The simulator judges the answer.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <string>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/open_answers.h"
#include "app/gui/window/lesson/lesson_parts.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr float field_width = 110;  ///< in pixels at 100 %

bool check_button(const View& view, const char* label, bool possible) {
  ImGui::BeginDisabled(!possible);
  const bool pressed = view.button("answer check", view.say(label), view.say("lesson.open.tip"),
                                   ButtonKind::primary);
  ImGui::EndDisabled();
  return pressed;
}

/// Focuses the next field when its question appears: otherwise digits select lanes.
void focus_if_new(const View& view) {
  const auto [lesson, step] = view.model.lesson->id();
  int* const drawn = ImGui::GetStateStorage()->GetIntRef(
      ImGui::GetID(fmt::format("drawn {} {}", lesson, step).c_str()), -2);
  const bool is_new = *drawn + 1 < ImGui::GetFrameCount();
  *drawn = ImGui::GetFrameCount();
  if (is_new && !view.covered && !is_typing()) ImGui::SetKeyboardFocusHere();
}

void written_lease(const View& view) {
  const Model& m = view.model;
  const auto written = m.lesson->written.find(m.lesson->id());
  std::string typed = written == m.lesson->written.end() ? std::string() : written->second;
  focus_if_new(view);
  focus_if_wrong(m.wrong_field && m.wrong_field->field == "open answer", "##open answer");
  ImGui::SetNextItemWidth(view.px(field_width));
  const std::string before = typed;
  const bool entered =
      ImGui::InputText("##open answer", &typed, ImGuiInputTextFlags_EnterReturnsTrue);
  if (typed != before) view.want(intent::WriteAnswer{typed});
  view.name_last("open answer");
  tell_wrong(view, "open answer");
  ImGui::SameLine(0, view.px(6));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("ms");
  ImGui::SameLine(0, view.px(8));
  const bool possible = predicts(m) && !m.judging && !typed.empty();
  if ((check_button(view, "lesson.open.check", possible) || entered) && possible)
    view.want(intent::CheckAnswer{});
}

void broken_branch(const View& view) {
  const bool possible = is_branch_to_judge(view.model);
  if (!possible) {
    ImGui::PushFont(view.fonts.small);
    second_text(view, view.say("lesson.open.fault"));
    ImGui::PopFont();
  }
  if (check_button(view, "lesson.open.check_branch", possible)) view.want(intent::CheckAnswer{});
}

}  // namespace

void open_answer(const View& view, const LessonQuestion& question) {
  if (question.open == OpenAnswer::lease) {
    written_lease(view);
  } else {
    broken_branch(view);
  }
}

}  // namespace locklab::app
