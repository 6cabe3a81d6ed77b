// The list of lessons with the reader's progress and right answers; a click opens one.
#include <fmt/format.h>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

std::string progress_words(const View& view, const LessonProgress& progress) {
  std::string words = view.say.fill("lesson.list.read", progress.read, progress.steps);
  if (progress.answered > 0)
    words += " · " + view.say.fill("lesson.list.right", progress.right, progress.questions);
  return words;
}

/// Draws the reader's progress in the lesson along the lower edge of its row.
void progress_line(const View& view, const LessonProgress& progress, ImVec2 at, float width) {
  if (progress.steps == 0) return;
  const float part = static_cast<float>(progress.read) / static_cast<float>(progress.steps);
  const ImU32 colour = progress.read == progress.steps ? view.theme.good : view.theme.accent;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.AddRectFilled({at.x, at.y}, {at.x + width, at.y + view.px(2)},
                       faded(view.theme.line, 0.5f));
  canvas.AddRectFilled({at.x, at.y}, {at.x + width * part, at.y + view.px(2)}, colour);
}

/// Draws a lesson's row. `number`: index among all lessons. `of_its_kind`: index among the shipped
/// ones, or among those from files.
void row(const View& view, const Lesson& lesson, std::size_t number, std::size_t of_its_kind,
         bool here) {
  const LessonProgress progress = progress_of(reader_place(view.model), number, lesson);
  const bool done = progress.read == progress.steps;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  // A button on the right clears the reader's progress and answers in the lesson.
  const std::string_view reset = view.say("lesson.reset.one");
  const float whole = ImGui::GetContentRegionAvail().x;
  const float width = whole - button_width(reset) - view.px(8);
  const std::string id = fmt::format("##lesson {}", number + 1);
  if (ImGui::Selectable(id.c_str(), here, ImGuiSelectableFlags_AllowItemOverlap,
                        {whole, ImGui::GetFrameHeight()}))
    view.want(intent::OpenLesson{number});
  view.name_last(fmt::format("lesson {}", number + 1));
  progress_line(view, progress, {at.x, at.y + ImGui::GetFrameHeight()}, whole);
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float y = at.y + view.px(4);
  canvas.AddText({at.x + view.px(4), y}, done ? view.theme.good : view.theme.accent,
                 done   ? "✓"
                 : here ? "→"
                        : "");
  canvas.AddText({at.x + view.px(26), y}, view.theme.second_text,
                 fmt::format("{:>2}", of_its_kind + 1).c_str());
  const std::string words = progress_words(view, progress);
  const float wide = ImGui::CalcTextSize(words.c_str()).x;
  canvas.AddText({at.x + view.px(54), y}, view.theme.text,
                 shortened(lesson.title, width - wide - view.px(54 + 14)).c_str());
  canvas.AddText({at.x + width - wide - view.px(6), y}, view.theme.second_text, words.c_str());
  if (progress.read == 0) return;
  ImGui::SameLine(ImGui::GetCursorPosX() + width + view.px(4));
  if (view.button(fmt::format("lesson {} reset", number + 1),
                  fmt::format("{}##reset{}", reset, number), view.say("lesson.reset.tip"),
                  ButtonKind::dangerous))
    view.want(intent::ResetAnswers{number});
}

/// Draws the buttons that clear all answers, votes and progress, and that undo the last reset.
void reset_buttons(const View& view) {
  const auto button = [&](const char* name, const char* key, const char* tip, bool possible,
                          Intent wanted) {
    ImGui::SameLine();
    const std::string_view label = view.say(key);
    if (ImGui::GetContentRegionAvail().x < button_width(label)) ImGui::NewLine();
    ImGui::BeginDisabled(!possible);
    if (view.button(name, label, view.say(tip))) view.want(wanted);
    ImGui::EndDisabled();
  };
  const LessonPlace place = reader_place(view.model);
  button("lessons reset", "lesson.reset.all", "lesson.reset.tip",
         !place.answers.empty() || !place.votes.empty() || !place.read.empty(),
         intent::ResetAnswers{});
  if (view.model.forgotten)
    button("lessons reset undo", "lesson.reset.undo", "lesson.reset.undo.tip", true,
           intent::BringAnswersBack{});
}

}  // namespace

void lesson_list(const View& view) {
  if (!view.model.lessons_listed) return;
  const LessonShelf shelf = lessons_of(view.model);
  const bool has_own = shelf.size() > shelf.shipped;
  const float rows = static_cast<float>(shelf.size() + (has_own ? 1 : 0)) *
                     (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y);
  const float others = view.px(120);
  begin_dialog(view, "lessons listed", {view.px(760), rows + others});
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("lesson.list"));
  ImGui::PopFont();
  const float buttons = ImGui::GetFrameHeightWithSpacing() + view.px(4);
  ImGui::BeginChild("rows", {0, ImGui::GetContentRegionAvail().y - buttons}, false);
  const bool begun = view.model.lesson || view.model.left;
  for (std::size_t i = 0; i < shelf.size(); ++i) {
    if (i == shelf.shipped) {
      ImGui::AlignTextToFramePadding();
      second_text(view, view.say("lesson.list.own"));
      view.name_last("own lessons");
    }
    row(view, shelf[i], i, shelf.is_own(i) ? i - shelf.shipped : i,
        begun && reader_place(view.model).lesson == i);
  }
  ImGui::EndChild();
  if (view.button("lesson list go on", view.say(begun ? "lesson.list.go_on" : "lesson.list.begin"),
                  {}, ButtonKind::primary))
    view.want(intent::OpenLesson{});
  ImGui::SameLine();
  if (view.button("lesson list close", view.say("lesson.list.close"), "Esc"))
    view.want(intent::ListLessons{false});
  ImGui::SameLine();
  if (view.button("lesson list open", view.say("lesson.list.open"),
                  view.say("lesson.list.open.tip"))) {
    view.want(intent::ListLessons{false});
    view.want(intent::OpenDialog{false, FileKind::scenario});
  }
  reset_buttons(view);
  end_dialog();
}

}  // namespace locklab::app
