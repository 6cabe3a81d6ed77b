// The outcome of a level, won or lost, and the explorer's answers: the proof and the hint.
#include <fmt/format.h>

#include "app/gui/update/challenge_moves.h"
#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr float large_star = 2;

/// Draws a framed message with a coloured heading.
void message_panel(const View& view, const std::string& name, ImU32 colour, std::string_view title,
                   const std::vector<std::string>& lines) {
  row_button(view, name, {faded(colour, 0.12f), colour, true}, [&](float width) {
    coloured_text(view, title, colour, width);
    for (const std::string& line : lines) wrapped_text(view, line, width);
  });
  ImGui::Spacing();
}

std::string lesson_of(const View& view) {
  return std::string(view.say(fmt::format("challenge.{}.won", level_of(*view.model.play).id)));
}

/// Draws the primary button, which opens the next level or, after the last one, the list.
void lead_on(const View& view) {
  const Play& play = *view.model.play;
  const bool more = play.level + 1 < levels().size();
  if (view.button(more ? "challenge next" : "challenge done",
                  view.say(more ? "challenge.next" : "challenge.levels"), {}, ButtonKind::primary,
                  {ImGui::GetContentRegionAvail().x, view.px(36)})) {
    if (more) {
      wish(view, challenge::OpenLevel{play.level + 1});
    } else {
      wish(view, challenge::CloseLevel{});
    }
  }
}

/// Draws a win: the stars, the broken promise and why it broke, the number of choices, and the
/// buttons for what comes next.
void win(const View& view) {
  const Play& play = *view.model.play;
  const Position& position = *play.position;
  const Level& level = level_of(play);
  const LevelScore score = score_of(level, position.choices, play.helped);
  const ImU32 colour = view.theme.good;
  row_button(view, "challenge won", {faded(colour, 0.14f), colour, true}, [&](float width) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{stars_width(view, large_star), view.px(18) * large_star};
    at = {at.x + (width - size.x) / 2, at.y + view.px(10)};
    stars(view, at, score.stars, large_star);
    view.name_place(fmt::format("challenge stars {}", score.stars), at, size);
    ImGui::Dummy({width, size.y + view.px(22)});
    ImGui::PushFont(view.fonts.large);
    wrapped_text(view, view.say(fmt::format("challenge.broken.{}", name(level.goal))), width);
    ImGui::PopFont();
    ImGui::Spacing();
    coloured_text(view, view.tell(position.verdict), view.theme.violation, width);
    view.name_last("challenge verdict");
    ImGui::Spacing();
    wrapped_text(view, lesson_of(view), width);
    ImGui::Spacing();
    std::string compared = view.say.fill("challenge.won.choices", position.choices, level.par);
    if (play.helped) compared += " " + std::string(view.say("challenge.won.helped"));
    coloured_text(view, compared, view.theme.second_text, width);
    ImGui::Dummy({0, view.px(4)});
  });
  ImGui::Spacing();
  lead_on(view);
  if (view.button("challenge see", view.say("challenge.see"), view.say("challenge.lab.tip")))
    wish(view, challenge::OpenInLab{});
  ImGui::SameLine();
  if (view.button("challenge again", view.say("challenge.restart"))) {
    wish(view, challenge::Restart{});
  }
}

void proven(const View& view, const sim::Solution& proof) {
  if (proof.moves)
    return message_panel(view, "challenge wrong", view.theme.violation,
                         view.say.fill("challenge.claim.wrong", proof.choices), {});
  const ImU32 colour = view.theme.good;
  const std::uint32_t filled = view.model.play->helped ? most_stars - 1 : most_stars;
  row_button(view, "challenge right", {faded(colour, 0.14f), colour, true}, [&](float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = stars_width(view, large_star);
    stars(view, {at.x + (width - wide) / 2, at.y + view.px(10)}, filled, large_star);
    ImGui::Dummy({width, view.px(18) * large_star + view.px(22)});
    ImGui::PushFont(view.fonts.large);
    wrapped_text(view, view.say("challenge.claim.right"), width);
    ImGui::PopFont();
    ImGui::Spacing();
    wrapped_text(view, view.say.fill("challenge.claim.proof", proof.states), width);
    wrapped_text(view, lesson_of(view), width);
  });
  ImGui::Spacing();
  lead_on(view);
}

void thinking(const View& view, const Play& play) {
  coloured_text(view, view.say.fill("challenge.thinking", play.states), view.theme.accent);
  view.name_last("challenge thinking");
  if (view.button("challenge cancel", view.say("challenge.cancel")))
    wish(view, challenge::Ask{Thought::nothing});
}

/// Draws the answer to a hint. If it found nothing, undo is the advice only after a decision: from
/// the start the explorer has tried every schedule.
void hint(const View& view, const Play& play) {
  if (play.hint->moves) {
    coloured_text(view, view.say.fill("challenge.hint.found", play.hint->choices),
                  view.theme.accent);
    return view.name_last("challenge hinted");
  }
  const bool never = play.position->decisions.empty();
  coloured_text(view, view.say(never ? "challenge.hint.never" : "challenge.hint.none"),
                view.theme.warning);
  view.name_last(never ? "challenge unwinnable" : "challenge hopeless");
}

}  // namespace

void challenge_outcome(const View& view) {
  const Play& play = *view.model.play;
  const Position& position = *play.position;
  if (play.thought != Thought::nothing) thinking(view, play);
  if (play.proof) proven(view, *play.proof);
  if (play.watching && position.won) {
    message_panel(view, "challenge watched", view.theme.accent,
                  view.say.fill("challenge.watched", position.choices),
                  {view.tell(position.verdict), lesson_of(view)});
  } else if (position.won) {
    win(view);
  } else if (position.over()) {
    message_panel(view, "challenge lost", view.theme.warning, view.say("challenge.lost"),
                  {std::string(view.say("challenge.lost.advice"))});
  }
  if (play.hint) hint(view, play);
}

}  // namespace locklab::app
