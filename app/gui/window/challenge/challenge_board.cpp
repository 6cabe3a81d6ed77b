// A challenge in progress: the picture with the messages in flight, the code below it, and next to
// it the possible moves, the impossible ones with their reasons, and the outcome.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/gui/layout/challenge_layout.h"
#include "app/gui/update/challenge_keys.h"
#include "app/gui/update/challenge_moves.h"
#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/timeline/words/fault_words.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

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

/// Draws the goal, with a question mark until it is reached.
void goal(const View& view, const Play& play) {
  const bool reached = play.position->won;
  const std::string words = view.say.fill(
      "challenge.goal", view.say(fmt::format("challenge.goal.{}", name(level_of(play).goal))));
  const ImU32 colour = reached ? view.theme.good : view.theme.accent;
  row_button(view, reached ? "challenge goal reached" : "challenge goal open",
             {faded(colour, 0.12f), colour, true}, [&](float width) {
               coloured_text(view, fmt::format("{}  {}", reached ? "✓" : "?", words),
                             reached ? view.theme.good : view.theme.text, width);
             });
}

void about(const View& view, const Play& play) {
  const Level& level = level_of(play);
  wrapped_text(view, view.say(fmt::format("challenge.{}.text", level.id)),
               ImGui::GetContentRegionAvail().x);
  goal(view, play);
  std::string left(
      view.say(play.position->budget.empty() ? "challenge.budget.none" : "challenge.budget"));
  for (const Position::Left& one : play.position->budget)
    left +=
        std::string(&one == &play.position->budget.front() ? " " : view.say("list.comma")) +
        view.say.fill("challenge.budget.left", view.tell(kind_words(one.kind)), one.left, one.of);
  coloured_text(view, left, view.theme.second_text);
  view.name_last("challenge budget");
}

/// The words of a choice after the key that selects it; without a key if there are more choices
/// than keys.
std::string numbered(std::size_t number, std::string_view words) {
  const char key = choice_key(number);
  return key != 0 ? fmt::format("{}  {}", key, words) : std::string(words);
}

void move_row(const View& view, const Position::Move& move, std::size_t number, bool hinted,
              LitMove& lit) {
  const bool is_lit = lit.now == static_cast<int>(number);
  const ImU32 colour = move.strikes ? view.theme.warning : view.theme.text;
  const ImU32 ground =
      faded(move.strikes ? view.theme.warning : view.theme.accent, is_lit ? 0.26f : 0.10f);
  const ImU32 edge = hinted   ? view.theme.accent
                     : is_lit ? faded(move.strikes ? view.theme.warning : view.theme.accent, 0.8f)
                              : 0;
  const bool taken =
      row_button(view, fmt::format("move {}", number + 1), {ground, edge}, [&](float width) {
        std::string words = move_words(view, move, number);
        if (hinted) words = "→ " + words;
        coloured_text(view, words, colour, width);
      });
  if (ImGui::IsItemHovered()) lit.pointed = static_cast<int>(number);
  if (taken) wish(view, challenge::Decide{static_cast<std::uint32_t>(number)});
}

/// Draws faults that differ only in size: their common effect, and a button for each size. Returns
/// the index of the first move after them.
std::size_t strike_group(const View& view, const Position& position, std::size_t first,
                         std::optional<std::size_t> hinted, LitMove& lit) {
  const Sentence& group = position.moves[first].option.of;
  const auto group_of = [&](std::size_t move) { return view.tell(position.moves[move].option.of); };
  const std::string words = group_of(first);
  std::size_t end = first;
  while (end < position.moves.size() && !position.moves[end].option.far.empty() &&
         group_of(end) == words)
    ++end;
  coloured_text(view, view.say.fill("challenge.move.strike", view.tell(group)), view.theme.warning);
  view.name_last(fmt::format("strikes {}", first + 1));
  const float left = ImGui::GetCursorPosX();
  ImGui::PushFont(view.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {view.px(5), view.px(5)});
  for (std::size_t i = first; i < end; ++i) {
    const std::string label = numbered(i, position.moves[i].option.far);
    const float wide = ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (i > first) ImGui::SameLine(0, view.px(4));
    if (i > first && ImGui::GetContentRegionAvail().x < wide) {
      ImGui::NewLine();
      ImGui::SetCursorPosX(left);
    }
    const bool is_lit = lit.now == static_cast<int>(i);
    ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.warning, is_lit ? 0.45f : 0.16f));
    const bool taken =
        view.button(fmt::format("move {}", i + 1), fmt::format("{}##move {}", label, i));
    ImGui::PopStyleColor();
    if (hinted == i || is_lit)
      ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                          hinted == i ? view.theme.accent : view.theme.warning,
                                          view.px(4), 0, view.px(1.5f));
    if (ImGui::IsItemHovered()) lit.pointed = static_cast<int>(i);
    if (taken) wish(view, challenge::Decide{static_cast<std::uint32_t>(i)});
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return end;
}

void deciding(const View& view, const Play& play, LitMove& lit) {
  const Position& position = *play.position;
  if (position.over() || play.watching) return;
  const bool free = position.moves.size() == 1 || !position.moves.front().choice;
  section_title(view, view.say.fill(free ? "challenge.moves.free" : "challenge.moves",
                                    span_text(position.at_us)));
  std::optional<std::size_t> hinted;
  if (play.hint && play.hint->moves && !play.hint->moves->empty())
    hinted = play.hint->moves->front();
  for (std::size_t i = 0; i < position.moves.size();) {
    if (!position.moves[i].option.far.empty()) {
      i = strike_group(view, position, i, hinted, lit);
    } else {
      move_row(view, position.moves[i], i, hinted == i, lit);
      ++i;
    }
  }
  if (position.blocked.empty()) return;
  section_title(view, view.say("challenge.blocked"));
  for (std::size_t i = 0; i < position.blocked.size(); ++i)
    blocked_row(view, position.blocked[i], fmt::format("blocked {}", i + 1));
}

void level_title(const View& view, const Play& play) {
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(fmt::format("{}. {}", play.level + 1,
                                     view.say(fmt::format("challenge.{}.title", level_of(play).id)))
                             .c_str());
  ImGui::PopFont();
  view.name_last("challenge title");
  const Level& level = level_of(play);
  const std::string count =
      level.par > 0 ? view.say.fill("challenge.count", play.position->choices, level.par)
                    : view.say.fill("challenge.count.only", play.position->choices);
  const float wide = ImGui::CalcTextSize(count.c_str()).x;
  ImGui::SameLine();
  const float right = ImGui::GetWindowContentRegionMax().x - wide;
  if (right > ImGui::GetCursorPosX()) ImGui::SetCursorPosX(right);
  coloured_text(view, count, view.theme.second_text, wide + view.px(4));
  view.name_last(fmt::format("challenge choices {}", play.position->choices));
}

}  // namespace

std::string move_words(const View& view, const Position::Move& move, std::size_t number) {
  std::string words = view.tell(move.words);
  if (move.strikes) words = view.say.fill("challenge.move.strike", words);
  return numbered(number, words);
}

void blocked_row(const View& view, const Position::Blocked& blocked, const std::string& name) {
  // A "no" sign in place of a number.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = view.px(5);
  const ImVec2 middle{at.x + r + view.px(2), at.y + ImGui::GetTextLineHeight() / 2};
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.AddCircle(middle, r, view.theme.second_text, 16, view.px(1.3f));
  canvas.AddLine({middle.x - r * 0.7f, middle.y + r * 0.7f},
                 {middle.x + r * 0.7f, middle.y - r * 0.7f}, view.theme.second_text, view.px(1.3f));
  ImGui::Indent(view.px(18));
  coloured_text(view,
                fmt::format("{} – {}", view.tell(blocked.words.what), view.tell(blocked.words.why)),
                view.theme.second_text);
  view.name_last(name);
  ImGui::Unindent(view.px(18));
}

void challenge_board(const View& view) {
  const Play& play = *view.model.play;
  level_title(view, play);
  game_tools(view, play);
  ImGui::Separator();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const BoardPlaces places = board_places(room.x, room.y, view.scale, view.px(8));
  const auto size_of = [](const Rectangle& at) { return ImVec2{at.x1 - at.x0, at.y1 - at.y0}; };
  const auto go_to = [&](const Rectangle& at) {
    ImGui::SetCursorScreenPos({corner.x + at.x0, corner.y + at.y0});
  };
  // The move under the mouse in the last frame, or else the keyboard's.
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const ImGuiID pointed_id = ImGui::GetID("pointed");
  const int pointed = kept.GetInt(pointed_id, -1);
  const bool mouse = pointed >= 0 && pointed < static_cast<int>(play.position->moves.size());
  LitMove lit{mouse ? pointed : static_cast<int>(play.chosen)};
  std::vector<Intent> wants;
  View of_board{view.model.board.front(), view.theme, view.say,  view.fonts, view.scale,
                view.scenarios,           wants,      view.named};
  of_board.covered = view.covered;
  of_board.looks = view.looks;
  of_board.rests = view.rests;
  go_to(places.picture);
  challenge_picture(view, of_board, size_of(places.picture), lit);
  go_to(places.below);
  challenge_below(view, of_board, size_of(places.below), lit.now);
  for (Intent& wanted : wants)
    if (is_of_board(view.model, wanted)) view.want(std::move(wanted));
  go_to(places.deciding);
  ImGui::BeginChild("deciding", size_of(places.deciding), false);
  if (!is_settled(play) && !play.watching) about(view, play);
  challenge_outcome(view);
  deciding(view, play, lit);
  ImGui::EndChild();
  kept.SetInt(pointed_id, lit.pointed);
}

}  // namespace locklab::app
