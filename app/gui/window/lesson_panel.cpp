// A lesson step by step: its text, its question, and its navigation.
#include <fmt/format.h>

#include "app/gui/window/rich_text.h"
#include "app/gui/window/view.h"
#include "app/lessons/lesson_list.h"

namespace locklab::app {

namespace {

void question(const View& view, const LessonQuestion& asked, std::optional<std::size_t> answer) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, view.theme.raised);
  ImGui::Spacing();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("lesson.predict"));
  rich_text(view, {BlockKind::paragraph, {{{asked.question, true}}}});
  for (std::size_t i = 0; i < asked.answers.size(); ++i) {
    const bool chosen = answer == i;
    const bool right = answer && i == asked.right;
    const ImU32 colour = right ? view.theme.good : chosen ? view.theme.violation : view.theme.text;
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 words =
        ImGui::CalcTextSize(asked.answers[i].c_str(), nullptr, false, width - view.px(40));
    const float height = words.y + view.px(10);
    if (ImGui::InvisibleButton("answer", {width, height}) && !answer) view.want(intent::Answer{i});
    view.name_last(fmt::format("answer {}", i + 1));
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    canvas.AddRectFilled(
        at, {at.x + width, at.y + height},
        ImGui::IsItemHovered() && !answer ? faded(view.theme.accent, 0.3f) : view.theme.raised,
        view.px(4));
    const std::string sign = right    ? "✓"
                             : chosen ? "×"
                                      : std::string(1, static_cast<char>('a' + i));
    canvas.AddText({at.x + view.px(10), at.y + view.px(5)}, colour, sign.c_str());
    canvas.AddText(view.fonts.text, view.fonts.text->FontSize,
                   {at.x + view.px(32), at.y + view.px(5)}, colour, asked.answers[i].c_str(),
                   nullptr, width - view.px(40));
    ImGui::PopID();
  }
  if (answer) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(
                           *answer == asked.right ? view.theme.good : view.theme.violation),
                       "%s", view.say.c(*answer == asked.right ? "lesson.right" : "lesson.wrong"));
    view.name_last("lesson told");
    rich_text(view, {BlockKind::paragraph, {{{asked.why}}}});
  }
  ImGui::PopStyleColor();
}

}  // namespace

void lesson_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("lesson", size, false);
  const std::vector<Lesson>& all = lessons(view.model.settings.language);
  const LessonPlace& place = *view.model.lesson;
  if (place.lesson >= all.size()) return ImGui::EndChild();
  const Lesson& lesson = all[place.lesson];
  const LessonStep& step = lesson.steps[std::min(place.step, lesson.steps.size() - 1)];

  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  const std::string where =
      fmt::format("{} {} / {} · {} {} / {}", view.say("lesson.lesson"), place.lesson + 1,
                  all.size(), view.say("lesson.step"), place.step + 1, lesson.steps.size());
  if (view.button("lesson list", where, view.say("lesson.list.tip")))
    view.want(intent::ListLessons{true});
  ImGui::PopStyleColor();
  ImGui::PushFont(view.fonts.large);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(lesson.title.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  const float buttons = ImGui::GetFrameHeightWithSpacing() + view.px(4);
  ImGui::BeginChild("words", {0, ImGui::GetContentRegionAvail().y - buttons}, false);
  if (place.step == 0)
    for (const Block& block : lesson.text) rich_text(view, block);
  rich_text(view, {BlockKind::paragraph, {{{step.title, true}}}});
  for (const Block& block : step.text) rich_text(view, block);
  if (step.question) {
    const std::optional<std::size_t> answer = place.answer();
    question(view, *step.question, answer);
    if (answer)
      for (const Block& block : step.after) rich_text(view, block);
  }
  ImGui::EndChild();

  const auto go = [&](const char* name, const char* key, bool possible, Intent wanted) {
    ImGui::BeginDisabled(!possible);
    if (view.button(name, view.say(key))) view.want(wanted);
    ImGui::EndDisabled();
    ImGui::SameLine(0, view.px(4));
  };
  go("lesson back", "lesson.back", place.step > 0 || place.lesson > 0, intent::GoToStep{-1});
  go("lesson show", "lesson.show", step.showing.has_value(), intent::ShowAgain{});
  const bool last = place.step + 1 >= lesson.steps.size() && place.lesson + 1 >= all.size();
  go("lesson next", "lesson.next", !last, intent::GoToStep{+1});
  go("lesson close", "lesson.close", true, intent::CloseLesson{});
  ImGui::EndChild();
}

}  // namespace locklab::app
