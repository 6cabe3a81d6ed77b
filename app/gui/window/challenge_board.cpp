// A challenge in progress: the board (the timeline so far), the possible moves, the impossible ones
// with their reasons, and the outcome.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/challenge_moves.h"
#include "app/gui/window/challenge_parts.h"
#include "app/gui/window/rich_text.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

constexpr float deciding_part = 0.38f;  ///< possible moves: part of the width
constexpr float taken_part = 0.24f;     ///< past decisions: part of the height

void section_title(const View& view, std::string_view text) {
  ImGui::Spacing();
  coloured_text(view, text, view.theme.second_text);
}

/// Places buttons in a row that wraps.
class ToolRow {
 public:
  explicit ToolRow(const View& view) : view_(view), left_(ImGui::GetCursorPosX()) {}

  void add(const char* name, const char* key, bool possible, const Intent& wanted,
           const char* tip = nullptr) {
    const float wide = ImGui::CalcTextSize(view_.say.c(key)).x +
                       2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
    if (any_) {
      ImGui::SameLine();
      if (ImGui::GetContentRegionAvail().x < wide) {
        ImGui::NewLine();
        ImGui::SetCursorPosX(left_);
      }
    }
    any_ = true;
    ImGui::BeginDisabled(!possible);
    if (view_.button(name, view_.say(key), tip ? view_.say(tip) : std::string_view()))
      view_.want(wanted);
    ImGui::EndDisabled();
  }

 private:
  const View& view_;
  float left_;
  bool any_ = false;
};

Intent wished(const challenge::Wish& wanted) { return intent::InChallenge{wanted}; }

void game_tools(const View& view, const Play& play) {
  ToolRow row(view);
  const Position& position = *play.position;
  row.add("challenge levels", "challenge.levels", true, wished(challenge::CloseLevel{}),
          "challenge.levels.tip");
  row.add("challenge undo", "challenge.undo", !play.before.empty(), wished(challenge::TakeBack{}),
          "challenge.undo.tip");
  if (play.watching) {
    row.add("challenge play", "challenge.play", true, wished(challenge::Restart{}));
  } else {
    row.add("challenge restart", "challenge.restart", !position.decisions.empty(),
            wished(challenge::Restart{}), "challenge.restart.tip");
    row.add("challenge run on", "challenge.run_on", !position.over(), wished(challenge::RunOn{}),
            "challenge.run_on.tip");
    row.add("challenge hint", "challenge.hint", !position.over(),
            wished(challenge::Ask{Thought::hint}), "challenge.hint.tip");
    row.add("challenge solution", "challenge.solution", true,
            wished(challenge::Ask{Thought::solution}), "challenge.solution.tip");
    row.add("challenge claim", "challenge.claim", !position.won,
            wished(challenge::Ask{Thought::proof}), "challenge.claim.tip");
  }
  row.add("challenge lab", "challenge.lab", !position.decisions.empty(),
          wished(challenge::OpenInLab{}), "challenge.lab.tip");
}

/// A framed message with a coloured heading.
void message_panel(const View& view, const std::string& name, ImU32 colour, std::string_view title,
                   const std::vector<std::string>& lines) {
  row_button(view, name, {faded(colour, 0.12f), colour, true}, [&](float width) {
    coloured_text(view, title, colour, width);
    for (const std::string& line : lines) wrapped_text(view, line, width);
  });
  ImGui::Spacing();
}

void won(const View& view, const Play& play) {
  const Position& position = *play.position;
  const Level& level = level_of(play);
  if (play.watching) {
    return message_panel(view, "challenge watched", view.theme.accent,
                         view.say.fill("challenge.watched", position.decisions.size()),
                         {view.tell(position.verdict),
                          std::string(view.say(fmt::format("challenge.{}.won", level.id)))});
  }
  const LevelScore score = score_of(level, position.decisions.size(), play.helped);
  std::string compared = view.say.fill("challenge.won.shortest", level.par);
  if (play.helped) compared += " " + std::string(view.say("challenge.won.helped"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  stars(view, {at.x + view.px(8), at.y}, score.stars);
  view.name_place(fmt::format("challenge stars {}", score.stars), at,
                  {stars_width(view), view.px(18)});
  ImGui::Dummy({stars_width(view), view.px(20)});
  message_panel(view, "challenge won", view.theme.good,
                view.say.fill("challenge.won", position.decisions.size()),
                {view.tell(position.verdict), compared,
                 std::string(view.say(fmt::format("challenge.{}.won", level.id)))});
}

void proven(const View& view, const Play& play) {
  const sim::Solution& proof = *play.proof;
  if (proof.moves)
    return message_panel(view, "challenge wrong", view.theme.violation,
                         view.say.fill("challenge.claim.wrong", proof.moves->size()), {});
  message_panel(view, "challenge right", view.theme.good, view.say("challenge.claim.right"),
                {view.say.fill("challenge.claim.proof", proof.states),
                 std::string(view.say(fmt::format("challenge.{}.won", level_of(play).id)))});
}

/// The outcome, or the explorer's answer.
void outcome(const View& view, const Play& play) {
  const Position& position = *play.position;
  if (play.thought != Thought::nothing) {
    coloured_text(view, view.say.fill("challenge.thinking", play.states), view.theme.accent);
    view.name_last("challenge thinking");
    if (view.button("challenge cancel", view.say("challenge.cancel")))
      wish(view, challenge::Ask{Thought::nothing});
  }
  if (play.proof) proven(view, play);
  if (position.won) {
    won(view, play);
  } else if (position.over()) {
    message_panel(view, "challenge lost", view.theme.warning, view.say("challenge.lost"),
                  {std::string(view.say("challenge.lost.advice"))});
  }
  const bool settled = position.won || (play.proof && !play.proof->moves);
  if (settled && play.level + 1 < levels().size() &&
      view.button("challenge next", view.say("challenge.next"), {}, ButtonKind::primary))
    wish(view, challenge::OpenLevel{play.level + 1});
  if (!play.hint) return;
  const std::string said = play.hint->moves
                               ? view.say.fill("challenge.hint.found", play.hint->moves->size())
                               : std::string(view.say("challenge.hint.none"));
  coloured_text(view, said, play.hint->moves ? view.theme.accent : view.theme.warning);
  view.name_last(play.hint->moves ? "challenge hinted" : "challenge hopeless");
}

void about(const View& view, const Play& play) {
  const Level& level = level_of(play);
  wrapped_text(view, view.say(fmt::format("challenge.{}.text", level.id)),
               ImGui::GetContentRegionAvail().x);
  coloured_text(
      view,
      view.say.fill("challenge.goal", view.say(fmt::format("challenge.goal.{}", name(level.goal)))),
      view.theme.accent);
  if (play.position->budget.empty()) {
    coloured_text(view, view.say("challenge.budget.none"), view.theme.second_text);
    return;
  }
  std::string left(view.say("challenge.budget"));
  for (const Position::Left& one : play.position->budget)
    left += fmt::format(
        "{} {}", &one == &play.position->budget.front() ? "" : ",",
        view.say.fill("challenge.budget.left", view.tell(kind_words(one.kind)), one.left, one.of));
  wrapped_text(view, left, ImGui::GetContentRegionAvail().x);
  view.name_last("challenge budget");
}

void move_row(const View& view, const Position::Move& move, std::size_t number, bool hinted) {
  const ImU32 colour = move.strikes ? view.theme.warning : view.theme.text;
  const ImU32 ground = faded(move.strikes ? view.theme.warning : view.theme.accent, 0.10f);
  const bool chosen = row_button(view, fmt::format("move {}", number + 1),
                                 {ground, hinted ? view.theme.accent : 0}, [&](float width) {
                                   std::string words = view.tell(move.words);
                                   if (move.strikes)
                                     words = view.say.fill("challenge.move.strike", words);
                                   words = fmt::format("{}  {}", number + 1, words);
                                   if (hinted) words = "→ " + words;
                                   coloured_text(view, words, colour, width);
                                 });
  if (chosen) wish(view, challenge::Decide{static_cast<std::uint32_t>(number)});
}

void deciding(const View& view, const Play& play) {
  const Position& position = *play.position;
  if (position.over() || play.watching) return;
  section_title(view, view.say.fill("challenge.moves", span_text(position.at_us)));
  const bool hinted = play.hint && play.hint->moves && !play.hint->moves->empty();
  for (std::size_t i = 0; i < position.moves.size(); ++i)
    move_row(view, position.moves[i], i, hinted && play.hint->moves->front() == i);
  if (position.blocked.empty()) return;
  section_title(view, view.say("challenge.blocked"));
  for (std::size_t i = 0; i < position.blocked.size(); ++i) {
    coloured_text(view,
                  fmt::format("{} – {}", view.tell(position.blocked[i].what),
                              view.tell(position.blocked[i].why)),
                  view.theme.second_text);
    view.name_last(fmt::format("blocked {}", i + 1));
  }
}

void decisions_taken(const View& view, const Play& play, ImVec2 size) {
  ImGui::BeginChild("taken", size, false);
  const Position& position = *play.position;
  section_title(view, view.say.fill(play.watching ? "challenge.taken.solution" : "challenge.taken",
                                    position.taken.size()));
  view.name_last(fmt::format("challenge decisions {}", position.taken.size()));
  for (std::size_t i = 0; i < position.taken.size(); ++i)
    wrapped_text(view, fmt::format("{}.  {}", i + 1, view.tell(position.taken[i])),
                 ImGui::GetContentRegionAvail().x);
  // Scrolls to the last decision.
  int* shown = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("shown"), 0);
  if (*shown != static_cast<int>(position.taken.size())) ImGui::SetScrollHereY(1);
  *shown = static_cast<int>(position.taken.size());
  ImGui::EndChild();
}

/// The lab's timeline of the past events, which can be viewed but not changed.
void board(const View& view, ImVec2 size) {
  std::vector<Intent> wants;
  const View of_board{view.model.board.front(), view.theme, view.say,  view.fonts, view.scale,
                      view.scenarios,           wants,      view.named};
  timeline(of_board, size);
  for (Intent& wanted : wants)
    if (is_of_board(view.model, wanted)) view.want(std::move(wanted));
}

}  // namespace

void challenge_board(const View& view) {
  const Play& play = *view.model.play;
  const Level& level = level_of(play);
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(
      fmt::format("{}. {}", play.level + 1, view.say(fmt::format("challenge.{}.title", level.id)))
          .c_str());
  ImGui::PopFont();
  view.name_last("challenge title");
  game_tools(view, play);
  ImGui::Separator();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  const float right = room.x * deciding_part;
  const float left = room.x - right - spacing.x;
  const float below = room.y * taken_part;
  ImGui::BeginGroup();
  board(view, {left, room.y - below - spacing.y});
  decisions_taken(view, play, {left, below});
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginChild("deciding", {right, room.y}, false);
  about(view, play);
  outcome(view, play);
  deciding(view, play);
  ImGui::EndChild();
}

}  // namespace locklab::app
