// A lesson's question: its answers, the votes of a class, and the solution.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/window/lesson/lesson_parts.h"
#include "app/gui/window/shortened.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

/// A question with its answer, if it was answered, and the votes so far.
struct AnswersSoFar {
  const LessonQuestion& question;
  std::optional<std::size_t> answer;
  std::vector<std::uint32_t> votes;
  bool voting = false;

  std::uint32_t votes_for(std::size_t i) const { return i < votes.size() ? votes[i] : 0; }
  bool counted() const { return voting || all_votes(votes) > 0; }
};

AnswersSoFar answers_so_far(const View& view, const LessonQuestion& question) {
  return {question, view.model.lesson->answer(), votes(view.model), counts_votes(view.model)};
}

/// Draws the heading of the question on the left, and the vote buttons on the right or, in a narrow
/// panel, in the next row; nothing in presenter mode if the vote buttons are in the lesson's first
/// row.
void heading(const View& view, const AnswersSoFar& asked) {
  if (view.model.presenting && !asked.answer && vote_buttons_width(view, asked.question) > 0)
    return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("lesson.predict"));
  const float wide = vote_buttons_width(view, asked.question);
  if (wide <= 0) return;
  ImGui::SameLine();
  const float right = ImGui::GetContentRegionMax().x - wide;
  if (right < ImGui::GetCursorPosX()) {
    ImGui::NewLine();
  } else {
    ImGui::SetCursorPosX(right);
  }
  vote_buttons(view, asked.question);
}

void click(const View& view, const AnswersSoFar& asked, std::size_t choice) {
  if (asked.answer) return;
  if (!asked.voting) {
    view.want(intent::Answer{choice});
  } else {
    view.want(intent::Vote{choice, ImGui::GetIO().KeyShift ? -1 : +1});
  }
}

/// Draws an answer with its letter or, once the question is answered, its mark; and a bar for its
/// votes.
void answer_row(const View& view, const AnswersSoFar& asked, std::size_t i) {
  const bool chosen = asked.answer == i;
  const bool right = asked.answer && i == asked.question.right;
  const Theme& theme = view.theme;
  const ImU32 colour = right ? theme.good : chosen ? theme.violation : theme.second_text;
  const char* const text = asked.question.answers[i].c_str();
  const std::string number = asked.counted() ? fmt::format("{}", asked.votes_for(i)) : "";
  const float left = view.px(32);
  const float numbers = asked.counted() ? ImGui::CalcTextSize("9999").x + view.px(8) : view.px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float wrap = std::max(width - left - numbers, view.px(60));
  const float pad = view.px(view.model.presenting ? 2 : 4);
  const float height = ImGui::CalcTextSize(text, nullptr, false, wrap).y + 2 * pad;
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("answer", {width, height})) click(view, asked, i);
  view.name_last(fmt::format("answer {}", i + 1));
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const bool lit = ImGui::IsItemHovered() && !asked.answer;
  canvas.AddRectFilled(at, {at.x + width, at.y + height},
                       lit ? faded(theme.accent, 0.3f) : theme.raised, view.px(4));
  if (const std::uint32_t all = all_votes(asked.votes); all > 0) {
    const float part = static_cast<float>(asked.votes_for(i)) / static_cast<float>(all);
    if (part > 0)
      canvas.AddRectFilled(at, {at.x + width * part, at.y + height},
                           faded(right ? theme.good : theme.accent, 0.35f), view.px(4));
    view.name_place(fmt::format("votes {}", i + 1), at, {width * part, height});
  }
  if (right || chosen)
    canvas.AddRect(at, {at.x + width, at.y + height}, colour, view.px(4), 0, view.px(1.5f));
  const float y = at.y + pad;
  const std::string sign = right ? "✓" : chosen ? "×" : std::string(1, static_cast<char>('a' + i));
  canvas.AddText({at.x + view.px(10), y}, colour, sign.c_str());
  ImFont& font = *ImGui::GetFont();
  canvas.AddText(&font, font.FontSize, {at.x + left, y}, theme.text, text, nullptr, wrap);
  canvas.AddText({at.x + width - ImGui::CalcTextSize(number.c_str()).x - view.px(8), y}, theme.text,
                 number.c_str());
  ImGui::PopID();
}

/// Draws a line that explains how to vote, or shows the digits typed so far. The explanation is
/// left out if it does not fit below the answers.
void how_to_vote(const View& view) {
  const float line = view.fonts.small->FontSize;
  if (ImGui::GetContentRegionAvail().y + 1 < line && view.model.typed_votes.empty())
    return ImGui::Dummy({0, line});
  const std::string& typed = view.model.typed_votes;
  const std::string words = typed.empty() ? std::string(view.say("lesson.vote.how"))
                                          : view.say.fill("lesson.vote.typed", typed);
  ImGui::PushFont(view.fonts.small);
  second_text(view, shortened(words, ImGui::GetContentRegionAvail().x));
  ImGui::PopFont();
}

void truth(const View& view, const AnswersSoFar& asked) {
  const bool right = *asked.answer == asked.question.right;
  std::string words(view.say(right ? "lesson.right" : "lesson.wrong"));
  ImU32 colour = right ? view.theme.good : view.theme.violation;
  // A class sees how many were right, rather than that it was wrong.
  if (const std::uint32_t all = all_votes(asked.votes); all > 0) {
    words = view.say.fill("lesson.vote.right", asked.votes_for(asked.question.right), all);
    colour = view.theme.text;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  wrapped_text(view, words, ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  view.name_last("lesson told");
  const LessonPlace& place = *view.model.lesson;
  if (const auto written = place.written.find(place.id()); written != place.written.end())
    second_text(view, view.say.fill("lesson.open.written", written->second));
  rich_text(view, Block{BlockKind::paragraph, {asked.question.why}});
  view.name_place("lesson explanation", at,
                  {ImGui::GetItemRectSize().x, ImGui::GetItemRectMax().y - at.y});
}

std::string_view count_words(const View& view, const AnswersSoFar& asked) {
  return view.say(asked.voting ? "lesson.vote.stop" : "lesson.vote.count");
}

}  // namespace

float vote_buttons_width(const View& view, const LessonQuestion& question) {
  const AnswersSoFar asked = answers_so_far(view, question);
  if (asked.answer || question.open != OpenAnswer::none) return 0;
  const float truth = asked.voting ? button_width(view.say("lesson.vote.truth")) + view.px(4) : 0;
  return button_width(count_words(view, asked)) + truth;
}

void vote_buttons(const View& view, const LessonQuestion& question) {
  const AnswersSoFar asked = answers_so_far(view, question);
  if (view.button("vote count", count_words(view, asked), view.say("lesson.vote.tip")))
    view.want(intent::CountVotes{!asked.voting});
  if (!asked.voting) return;
  ImGui::SameLine(0, view.px(4));
  ImGui::BeginDisabled(all_votes(asked.votes) == 0);
  if (view.button("vote truth", view.say("lesson.vote.truth"), "Enter", ButtonKind::primary))
    view.want(intent::ShowTruth{});
  ImGui::EndDisabled();
}

void lesson_question(const View& view, const LessonQuestion& question) {
  const AnswersSoFar asked = answers_so_far(view, question);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {view.px(4), view.px(4)});
  heading(view, asked);
  // In presenter mode the headline shows the question, in larger letters.
  if (!view.model.presenting || !predicts(view.model)) {
    std::vector<TextRun> bold = question.question;
    for (TextRun& run : bold) run.strong = true;
    rich_text(view, Block{BlockKind::paragraph, {bold}});
  }
  for (std::size_t i = 0; i < question.answers.size(); ++i) answer_row(view, asked, i);
  if (question.open != OpenAnswer::none && !asked.answer) open_answer(view, question);
  if (asked.voting) how_to_vote(view);
  if (asked.answer) truth(view, asked);
  ImGui::PopStyleVar();
}

}  // namespace locklab::app
