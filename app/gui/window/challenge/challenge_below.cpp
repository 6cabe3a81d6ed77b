// Below the picture of a challenge: each client's position in the code, the timeline so far, or the
// moves so far.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/challenge_moves.h"
#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/lab/source_parts.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/timeline/scene/outline.h"

namespace locklab::app {

namespace {

constexpr float least_column = 250;  ///< minimum width of a client's code, in pixels at 100 %

void part_tabs(const View& view) {
  static constexpr const char* names[] = {"code", "timeline", "taken"};
  const Play& play = *view.model.play;
  for (std::size_t i = 0; i < std::size(names); ++i) {
    const auto part = static_cast<BoardPart>(i);
    const bool shown = play.part == part;
    if (i > 0) ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Button,
                          shown ? faded(view.theme.accent, 0.35f) : faded(view.theme.raised, 1.0f));
    const std::string label =
        part == BoardPart::taken
            ? view.say.fill("challenge.part.taken", play.position->taken.size())
            : std::string(view.say(fmt::format("challenge.part.{}", names[i])));
    if (view.button(fmt::format("challenge part {}", names[i]), label,
                    view.say("challenge.part.tip")))
      wish(view, challenge::ShowPart{part});
    ImGui::PopStyleColor();
  }
}

/// The clients whose code is shown: as many as fit, but at least one, including `turn`, the client
/// of the focused move.
std::vector<std::uint16_t> clients_shown(const View& view, float width, std::uint16_t turn) {
  const std::size_t clients = view.model.play->position->doing.size();
  const auto fit = static_cast<std::size_t>(std::max(width / view.px(least_column), 1.0f));
  std::vector<std::uint16_t> shown;
  for (std::size_t c = 0; c < clients; ++c) shown.push_back(static_cast<std::uint16_t>(c));
  if (turn >= fit && turn < clients) std::swap(shown[turn], shown[fit - 1]);
  if (shown.size() > fit) shown.resize(fit);
  return shown;
}

/// Draws what a client is doing, highlighted if the focused move concerns this client.
void client_heading(const View& view, std::uint16_t client, bool turn, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 own = view.theme.client(client);
  const float height = ImGui::GetTextLineHeight() + view.px(6);
  if (turn) canvas.AddRectFilled(at, {at.x + width, at.y + height}, faded(own, 0.22f), view.px(4));
  canvas.AddCircleFilled({at.x + view.px(10), at.y + height / 2}, view.px(5), own, 16);
  const std::string words = view.tell(view.model.play->position->doing[client]);
  ImGui::SetCursorScreenPos({at.x + view.px(22), at.y + view.px(3)});
  ImGui::TextUnformatted(shortened(words, width - view.px(24)).c_str());
  view.name_last(fmt::format("{} {}", turn ? "turn" : "code", client), words);
  ImGui::SetCursorScreenPos({at.x, at.y + height + view.px(2)});
}

void code_of(const View& view, const View& of_board, std::uint16_t client, bool turn, ImVec2 size) {
  ImGui::PushID(client);
  ImGui::BeginChild("client", size, false, ImGuiWindowFlags_NoScrollbar);
  client_heading(view, client, turn, size.x);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ShownRun& run = *of_board.model.run;
  const sim::Scenario& scenario = run.judged.scenario;
  if (!outline_of(scenario.strategy, scenario.lock).empty()) {
    outline_code(of_board, client, room);
  } else {
    const SourceState state =
        source_state(run.trace(), run.scene.events[client], of_board.model.cursor.events);
    real_code(of_board, client, state, state.file, room);
  }
  ImGui::EndChild();
  ImGui::PopID();
}

void code_columns(const View& view, const View& of_board, ImVec2 size, int lit) {
  const Position& position = *view.model.play->position;
  std::uint16_t turn = Position::no_lane;
  if (lit >= 0 && static_cast<std::size_t>(lit) < position.moves.size())
    turn = position.moves[static_cast<std::size_t>(lit)].place.client;
  const float gap = view.px(8);
  const std::vector<std::uint16_t> shown = clients_shown(view, size.x, turn);
  const auto columns = static_cast<float>(shown.size());
  const float width = (size.x - gap * (columns - 1)) / columns;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    code_of(view, of_board, shown[i], shown[i] == turn, {width, size.y});
  }
}

void decisions_taken(const View& view, ImVec2 size) {
  const Play& play = *view.model.play;
  ImGui::BeginChild("taken", size, false);
  const Position& position = *play.position;
  for (std::size_t i = 0; i < position.taken.size(); ++i)
    wrapped_text(view, fmt::format("{}.  {}", i + 1, view.tell(position.taken[i])),
                 ImGui::GetContentRegionAvail().x);
  // Scrolls to the last decision when their number has changed.
  int* shown = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("shown"), 0);
  if (*shown != static_cast<int>(position.taken.size())) ImGui::SetScrollHereY(1);
  *shown = static_cast<int>(position.taken.size());
  ImGui::EndChild();
}

}  // namespace

void challenge_below(const View& view, const View& of_board, ImVec2 size, int lit) {
  ImGui::BeginChild("below", size, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  view.name_place("challenge below", ImGui::GetCursorScreenPos(), size);
  part_tabs(view);
  view.name_place(fmt::format("challenge decisions {}", view.model.play->position->taken.size()),
                  ImGui::GetCursorScreenPos(), {1, 1});
  const ImVec2 room = ImGui::GetContentRegionAvail();
  switch (view.model.play->part) {
    case BoardPart::timeline:
      timeline(of_board, room);
      break;
    case BoardPart::taken:
      decisions_taken(view, room);
      break;
    default:
      code_columns(view, of_board, room, lit);
  }
  ImGui::EndChild();
}

}  // namespace locklab::app
