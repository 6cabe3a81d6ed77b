// A lesson step by step: its text, its question, and its navigation. An open question is at the
// bottom, below the scrolling text, so that a class sees it all the time.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/window/lesson/lesson_parts.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr int frames_to_scroll = 3;
constexpr float roomy = 520;  ///< pixels at 100 %; from this height, all steps have the title
constexpr float most_of_question = 0.75f;  ///< fraction of the height; more in presenter mode
constexpr float least_lines = 5;  ///< of text that stay visible above a question, in presenter mode

struct PanelButton {
  const char* name;
  const char* key;
  const char* tooltip;
  bool possible;
  Intent wanted;
};

/// Draws the buttons side by side in as many rows as they need or, without `draws`, only measures
/// them. Returns their height.
float buttons(const View& view, const std::vector<PanelButton>& all, bool draws) {
  const float room = ImGui::GetContentRegionAvail().x;
  float used = 0;
  float rows = 1;
  for (const PanelButton& each : all) {
    const std::string_view label = view.say(each.key);
    const float wide = button_width(label);
    const bool fits = used == 0 || used + view.px(4) + wide <= room;
    if (!fits) ++rows;
    if (draws && used > 0 && fits) ImGui::SameLine(0, view.px(4));
    used = fits && used > 0 ? used + view.px(4) + wide : wide;
    if (!draws) continue;
    ImGui::BeginDisabled(!each.possible);
    const bool first = std::string_view(each.name) == "lesson next" && !open_question(view.model);
    if (view.button(each.name, label, view.say(each.tooltip),
                    first ? ButtonKind::primary : ButtonKind::plain))
      view.want(each.wanted);
    ImGui::EndDisabled();
  }
  return rows * ImGui::GetFrameHeightWithSpacing() + view.px(4);
}

std::string place_words(const View& view, const Lesson& lesson, const LessonShelf& shelf) {
  const LessonPlace& place = *view.model.lesson;
  const std::string which = shelf.is_own(place.lesson)
                                ? std::string(view.say("lesson.own"))
                                : view.say.fill("lesson.lesson", place.lesson + 1, shelf.shipped);
  return fmt::format("{} · {}", which,
                     view.say.fill("lesson.step", place.step + 1, lesson.steps.size()));
}

/// Moves to the right end of the row for a widget of this width; returns false if it does not fit
/// there.
bool go_right(float wide) {
  const float right = ImGui::GetContentRegionMax().x - wide;
  if (right < ImGui::GetCursorPosX()) return false;
  ImGui::SetCursorPosX(right);
  return true;
}

/// Draws the reader's place, which opens the list of lessons; the button to leave or, at a question
/// in presenter mode, the vote buttons; and the lesson's title.
void head(const View& view, const Lesson& lesson, const LessonShelf& shelf) {
  const LessonPlace& place = *view.model.lesson;
  const bool has_title = place.step == 0 || ImGui::GetContentRegionAvail().y >= view.px(roomy);
  const LessonQuestion* const asked = view.model.presenting ? open_question(view.model) : nullptr;
  const float votes = asked ? vote_buttons_width(view, *asked) : 0;
  const std::string where = place_words(view, lesson, shelf);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool both = votes == 0 || button_width(where) + view.px(4) + votes <= room;
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  if (both) {
    if (view.button("lesson list", where, view.say("lesson.list.tip")))
      view.want(intent::ListLessons{true});
    ImGui::SameLine(0, view.px(4));
  }
  const std::string_view leave = view.say("lesson.close");
  if (votes == 0) {
    const bool beside = go_right(button_width(leave));
    if (!beside) ImGui::NewLine();
    // In presenter mode the text needs the row; the button is back when Esc has left that mode.
    if ((beside || !view.model.presenting) && view.button("lesson close", leave, "Ctrl+1"))
      view.want(intent::CloseLesson{});
  }
  ImGui::PopStyleColor();
  if (votes > 0) {
    go_right(votes);
    vote_buttons(view, *asked);
  }
  if (!has_title || votes > 0) return;
  ImGui::PushFont(view.fonts.large);
  wrapped_text(view, lesson.title, ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
}

/// Scrolls so that the explanation of the answer is entirely visible, with as many of the answers
/// above it as fit. `before`: number of named widgets before the question, which begins at `top`.
void scroll_to_explanation(const View& view, std::size_t before, float top) {
  const float bottom = ImGui::GetItemRectMax().y;
  float first = top;
  for (std::size_t i = before; i < view.named.size(); ++i)
    if (bottom - first > ImGui::GetWindowHeight() - 2 && view.named[i].name != "lesson explanation")
      first = view.named[i].from.y;
  ImGui::SetScrollY(first - ImGui::GetWindowPos().y + ImGui::GetScrollY());
}

/// Draws the text of the step, preceded on the first step by the lesson's; and, once answered, the
/// question, scrolled into view, and the text after it.
void words(const View& view, const Lesson& lesson, const LessonStep& step) {
  const LessonPlace& place = *view.model.lesson;
  ImVec2 from = ImGui::GetCursorScreenPos();
  if (place.step == 0) rich_text(view, lesson.text);
  rich_text(view, Block{BlockKind::paragraph, {{{step.title, true}}}});
  if (place.step > 0) from = ImGui::GetCursorScreenPos();
  rich_text(view, step.text);
  const float wide = ImGui::GetContentRegionAvail().x;
  view.name_place("lesson text", from, {wide, ImGui::GetCursorScreenPos().y - from.y});
  view.name_place("lesson line", from, {wide, ImGui::GetTextLineHeight() + view.px(usual_gap)});
  if (!step.question) return;
  int* was_open = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("question is open"));
  const bool is_open = open_question(view.model) != nullptr;
  if (!is_open) {
    const std::size_t before = view.named.size();
    const float top = ImGui::GetCursorScreenPos().y;
    lesson_question(view, *step.question);
    if (*was_open > 0) scroll_to_explanation(view, before, top);
    rich_text(view, step.after);
  }
  // The scroll range is known one frame later than the text's length.
  *was_open = is_open ? frames_to_scroll : std::max(*was_open - 1, 0);
}

/// Draws the open question at the bottom, `height` pixels high. Sets `needed` to the height of its
/// content.
void pinned_question(const View& view, const LessonQuestion& asked, float height, float* needed) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y},
                                      view.theme.accent, view.px(2));
  view.name_place("question", at, {ImGui::GetContentRegionAvail().x, height});
  ImGui::BeginChild("question", {0, height}, false,
                    view.model.presenting ? ImGuiWindowFlags_NoScrollbar : 0);
  ImGui::Dummy({0, view.px(2)});
  lesson_question(view, asked);
  *needed = ImGui::GetCursorPosY() + view.px(2);
  ImGui::EndChild();
}

}  // namespace

void lesson_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("lesson", size, false, ImGuiWindowFlags_NoScrollbar);
  const LessonShelf all = lessons_of(view.model);
  const LessonPlace& place = *view.model.lesson;
  if (place.lesson >= all.size()) return ImGui::EndChild();
  const Lesson& lesson = all[place.lesson];
  const LessonStep& step = lesson.steps[std::min(place.step, lesson.steps.size() - 1)];
  view.name_place(fmt::format("step {} of lesson {}", place.step + 1, place.lesson + 1),
                  ImGui::GetCursorScreenPos(), size);
  head(view, lesson, all);

  const bool first = place.step == 0 && !all.neighbour(place.lesson, -1);
  const bool last = place.step + 1 >= lesson.steps.size() && !all.neighbour(place.lesson, +1);
  const std::vector<PanelButton> ways{
      {"lesson back", "lesson.back", "lesson.back.tip", !first, intent::GoToStep{-1}},
      {"lesson show", "lesson.show", "lesson.show.tip", step.showing.has_value(),
       intent::ShowAgain{}},
      {"lesson next", "lesson.next", "lesson.next.tip", !last, intent::GoToStep{+1}}};
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const float room = ImGui::GetContentRegionAvail().y - buttons(view, ways, false);
  float* needed = ImGui::GetStateStorage()->GetFloatRef(
      ImGui::GetID(fmt::format("question {} {}", place.lesson, place.step).c_str()),
      room * most_of_question);
  const LessonQuestion* asked = open_question(view.model);
  const float most = std::max(
      room * most_of_question,
      view.model.presenting ? room - least_lines * ImGui::GetTextLineHeightWithSpacing() : 0);
  const float question = asked ? std::min(*needed, most) + gap : 0;
  // Each step has its own child window, so that its text begins unscrolled.
  ImGui::BeginChild(fmt::format("words {} {}", place.lesson, place.step).c_str(),
                    {0, std::max(room - question, view.px(20))}, false);
  view.name_place("lesson words", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  words(view, lesson, step);
  ImGui::EndChild();
  if (asked) pinned_question(view, *asked, question - gap, needed);
  buttons(view, ways, true);
  ImGui::EndChild();
}

}  // namespace locklab::app
