// The picture of a challenge: the cluster with the messages in flight. A message shows its content;
// it arrives when it is clicked or dragged to its receiver. A mark at a client or node means a
// possible event other than a message's arrival or a fault. A click on a client or node lists all
// possible and impossible moves there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/layout/challenge_layout.h"
#include "app/gui/update/lanes.h"
#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/lab/cluster_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

constexpr const char* place_menu = "place menu";
constexpr float receiver_reach = 1.7f;  ///< in units of the receiver's radius

class BoardPicture {
 public:
  BoardPicture(const View& view, const View& of_board, ImVec2 size, LitMove& lit)
      : view_(view),
        board_(of_board),
        position_(*view.model.play->position),
        run_(*of_board.model.run),
        lit_(lit),
        canvas_(*ImGui::GetWindowDrawList()),
        strokes_(canvas_, view.scale),
        corner_(ImGui::GetCursorScreenPos()),
        size_(size) {}

  void draw() {
    const Model& m = board_.model;
    const ClusterState state = cluster_at(run_.trace(), run_.scene, m.cursor.events,
                                          static_cast<std::int64_t>(m.cursor.at_us));
    options_ = board_cluster(size_.x, size_.y, view_.scale, shown_lanes(m));
    options_.line = label_line(board_, size_);
    shapes_ = lay_out_cluster(run_.scene, state, options_);
    board_.named.push_back(
        {"challenge picture", corner_, {corner_.x + size_.x, corner_.y + size_.y}});
    // With the cursor at the end, messages in flight are drawn as cards, not by paint_cluster.
    const bool now = m.cursor.events == run_.trace().size();
    if (now) shapes_.flights.clear();
    light_places();
    const std::vector<ClusterLabel> labels = measured_labels(board_, shapes_, state, options_);
    paint_cluster(board_, {state, shapes_, labels}, corner_, size_);
    if (now) {
      lay_out(labels);
      for (const FlightCard& card : cards_) way(card);
      for (const FlightCard& card : cards_) this->card(card);
      marks();
    }
    places();
    menu();
    ghost();
  }

 private:
  ImVec2 p(float x, float y) const { return {corner_.x + x, corner_.y + y}; }
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  const Theme& theme() const { return view_.theme; }
  bool plays() const { return !view_.model.play->watching; }
  const Position::Move* lit_move() const {
    const auto lit = static_cast<std::size_t>(lit_.now);
    return lit_.now >= 0 && lit < position_.moves.size() ? &position_.moves[lit] : nullptr;
  }
  bool is_hinted(std::size_t move) const {
    const auto& hint = view_.model.play->hint;
    return hint && hint->moves && !hint->moves->empty() && hint->moves->front() == move;
  }

  // ---- places ----

  /// Draws a halo around the targets of the highlighted fault.
  void light_places() {
    const Position::Move* move = lit_move();
    if (!move || !move->strikes) return;
    for (const PlaceShape& place : shapes_.places)
      if (move->place.is_at(place.lane))
        canvas_.AddCircleFilled(p(place.x, place.y), place.radius + px(7),
                                faded(theme().warning, 0.35f), 40);
  }

  void places() {
    for (const PlaceShape& place : shapes_.places) {
      const float r = place.radius;
      ImGui::SetCursorScreenPos(p(place.x - r, place.y - r));
      ImGui::PushID(place.lane);
      if (ImGui::InvisibleButton("place", {2 * r, 2 * r}) && plays()) open_menu_ = place.lane;
      view_.name_last("cluster " + run_.scene.lanes[place.lane].name,
                      view_.say("challenge.place.tip"));
      ImGui::PopID();
    }
    if (open_menu_ < 0) return;
    ImGui::GetStateStorage()->SetInt(menu_lane_, open_menu_);
    ImGui::OpenPopup(place_menu);
  }

  /// Draws the menu of all possible and impossible moves at a place.
  void menu() {
    if (!ImGui::BeginPopup(place_menu)) return;
    menu_rows(static_cast<std::uint16_t>(ImGui::GetStateStorage()->GetInt(menu_lane_)));
    ImGui::EndPopup();
  }

  void menu_rows(std::uint16_t lane) {
    ImGui::Dummy({px(300), 0});
    bool any = false;
    for (std::size_t i = 0; i < position_.moves.size(); ++i) {
      const Position::Move& move = position_.moves[i];
      if (!move.place.is_at(lane)) continue;
      any = true;
      if (ImGui::MenuItem(move_words(view_, move, i).c_str()))
        wish(view_, challenge::Decide{static_cast<std::uint32_t>(i)});
      view_.name_last(fmt::format("place move {}", i + 1));
      if (ImGui::IsItemHovered()) lit_.pointed = static_cast<int>(i);
    }
    if (!any) coloured_text(view_, view_.say("challenge.place.none"), theme().second_text, px(300));
    for (std::size_t i = 0; i < position_.blocked.size(); ++i)
      if (position_.blocked[i].place.is_at(lane))
        blocked_row(view_, position_.blocked[i], fmt::format("place blocked {}", i + 1));
  }

  /// Draws the marks of possible events other than arrivals of messages and faults, at most one at
  /// each place.
  void marks() {
    for (const PlaceShape& place : shapes_.places)
      for (std::size_t i = 0; i < position_.moves.size(); ++i) {
        const Position::Move& move = position_.moves[i];
        const bool message =
            std::any_of(position_.flights.begin(), position_.flights.end(),
                        [&](const Position::Flight& flight) { return flight.move == i; });
        const std::uint16_t at =
            move.place.client != Position::no_lane ? move.place.client : move.place.node;
        if (move.strikes || message || at != place.lane || !plays()) continue;
        mark(place, i);
        break;
      }
  }

  void mark(const PlaceShape& place, std::size_t move) {
    const Rectangle at = event_mark(place, view_.scale);
    const ImVec2 middle = p((at.x0 + at.x1) / 2, (at.y0 + at.y1) / 2);
    const float r = (at.x1 - at.x0) / 2;
    ImGui::SetCursorScreenPos(p(at.x0, at.y0));
    ImGui::PushID(static_cast<int>(move));
    if (ImGui::InvisibleButton("mark", {2 * r, 2 * r}))
      wish(view_, challenge::Decide{static_cast<std::uint32_t>(move)});
    ImGui::PopID();
    view_.name_last(fmt::format("mark {}", move + 1),
                    move_words(view_, position_.moves[move], move));
    if (ImGui::IsItemHovered()) lit_.pointed = static_cast<int>(move);
    const bool lit = lit_.now == static_cast<int>(move) || is_hinted(move);
    const ImU32 colour = theme().accent;
    canvas_.AddCircleFilled(middle, r, theme().panel, 24);
    canvas_.AddCircleFilled(middle, r, faded(colour, lit ? 1.0f : 0.25f), 24);
    canvas_.AddCircle(middle, r, colour, 24, px(1.6f));
    const float t = r * 0.5f;
    canvas_.AddTriangleFilled({middle.x - t * 0.7f, middle.y - t}, {middle.x + t, middle.y},
                              {middle.x - t * 0.7f, middle.y + t},
                              lit ? Theme::text_on(colour) : theme().text);
  }

  // ---- messages ----

  void lay_out(const std::vector<ClusterLabel>& labels) {
    ImFont* const font = view_.fonts.small;
    const auto width = [font](std::string_view words) { return Strokes::text_width(words, font); };
    std::vector<FlightWords> flights;
    for (const Position::Flight& flight : position_.flights) {
      FlightWords of{flight.client, flight.node, flight.reply, view_.tell(flight.cargo), {}, {}};
      of.brief = of.cargo.substr(0, of.cargo.find(' '));
      const std::uint16_t target = flight.reply ? flight.client : flight.node;
      if (target < run_.scene.lanes.size()) of.target = run_.scene.lanes[target].name;
      flights.push_back(std::move(of));
    }
    cards_ = lay_out_flights(shapes_, flights, places_of(labels), options_,
                             {width, font->FontSize, view_.scale});
  }

  const PlaceShape* receiver(const Position::Flight& flight) const {
    return shapes_.place_of(flight.reply ? flight.client : flight.node);
  }

  /// Draws the path of a message from its sender to its receiver, since its card may be near
  /// another place.
  void way(const FlightCard& card) {
    const Position::Flight& flight = position_.flights[card.flight];
    const bool possible = flight.move.has_value() && plays();
    const bool lit = possible && lit_.now == static_cast<int>(*flight.move);
    const ImU32 own = theme().client(flight.client);
    const ImU32 colour =
        possible ? faded(own, lit ? 1.0f : 0.75f) : faded(theme().second_text, 0.5f);
    const FlightLine& to = card.ahead;
    for (const FlightLine* line : {&card.behind, &to}) {
      const ImVec2 from = p(line->x0, line->y0);
      const ImVec2 end = p(line->x1, line->y1);
      if (possible && !flight.reply) {
        canvas_.AddLine(from, end, colour, px(lit ? 2.4f : 1.6f));
      } else {
        strokes_.dashed(from, end, colour, px(lit ? 2.4f : 1.6f));
      }
    }
    strokes_.head(p(to.x0, to.y0), p(to.x1, to.y1), colour);
  }

  void card(const FlightCard& card) {
    const Position::Flight& flight = position_.flights[card.flight];
    const bool possible = flight.move.has_value() && plays();
    ImGui::SetCursorScreenPos(p(card.at.x0, card.at.y0));
    ImGui::PushID(static_cast<int>(card.flight));
    const bool clicked =
        ImGui::InvisibleButton("card", {card.at.x1 - card.at.x0, card.at.y1 - card.at.y0});
    ImGui::PopID();
    view_.name_last(flight.move ? fmt::format("card {}", *flight.move + 1)
                                : fmt::format("still {}", flight.blocked + 1));
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const bool drags =
        possible && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, px(4));
    if (drags) dragged_ = &card;
    const bool dropped = possible && !clicked && ImGui::IsItemDeactivated() && at_receiver(flight);
    if (possible && (clicked || dropped)) wish(view_, challenge::Decide{*flight.move});
    if (possible && hovered) lit_.pointed = static_cast<int>(*flight.move);
    if (hovered && !drags) tooltip(flight);
    if (hovered && !possible) ImGui::SetMouseCursor(ImGuiMouseCursor_NotAllowed);
    paint(card, card.at, possible, drags ? 0.35f : 1.0f);
  }

  bool at_receiver(const Position::Flight& flight) const {
    const PlaceShape* to = receiver(flight);
    if (!to) return false;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ImVec2 at = p(to->x, to->y);
    return std::hypot(mouse.x - at.x, mouse.y - at.y) <= to->radius * receiver_reach;
  }

  void tooltip(const Position::Flight& flight) const {
    if (!view_.shows_tips()) return;
    ImGui::BeginTooltip();
    if (flight.move) {
      const Position::Move& move = position_.moves[*flight.move];
      ImGui::TextUnformatted(view_.tell(move.words).c_str());
      coloured_text(view_, view_.say("challenge.card.tip"), theme().second_text, px(420));
    } else {
      const Refusal& words = position_.blocked[flight.blocked].words;
      ImGui::TextUnformatted(view_.tell(words.what).c_str());
      ImGui::TextUnformatted(view_.tell(words.why).c_str());
    }
    ImGui::EndTooltip();
    view_.name_place("card tooltip", ImGui::GetMousePos(), {1, 1});
  }

  /// Draws a message as a tag whose tip points to the receiver; grey and dashed if it cannot arrive
  /// now.
  void paint(const FlightCard& card, const Rectangle& at, bool possible, float opacity) {
    const Position::Flight& flight = position_.flights[card.flight];
    const ImU32 own = theme().client(flight.client);
    const bool lit = possible && lit_.now == static_cast<int>(*flight.move);
    const bool hinted = possible && is_hinted(*flight.move);
    const float tip = px(8);
    const float x0 = at.x0 + (card.to_right ? 0 : tip);
    const float x1 = at.x1 - (card.to_right ? tip : 0);
    const float middle = (at.y0 + at.y1) / 2;
    const float end = card.to_right ? at.x1 : at.x0;
    const float neck = card.to_right ? x1 : x0;
    if (possible) {
      canvas_.AddRectFilled(p(x0, at.y0), p(x1, at.y1), theme().raised, px(4));
      if (lit) canvas_.AddRectFilled(p(x0, at.y0), p(x1, at.y1), faded(own, 0.3f), px(4));
      canvas_.AddRect(p(x0, at.y0), p(x1, at.y1), hinted ? theme().accent : faded(own, opacity),
                      px(4), 0, px(lit || hinted ? 2.6f : 1.8f));
      canvas_.AddTriangleFilled(p(neck, middle - px(6)), p(neck, middle + px(6)), p(end, middle),
                                hinted ? theme().accent : faded(own, opacity));
    } else {
      canvas_.AddRectFilled(p(x0, at.y0), p(x1, at.y1), theme().panel, px(4));
      const ImU32 edge = faded(theme().second_text, 0.7f);
      for (const float y : {at.y0, at.y1}) strokes_.dashed(p(x0, y), p(x1, y), edge, px(1.2f));
      for (const float x : {x0, x1}) strokes_.dashed(p(x, at.y0), p(x, at.y1), edge, px(1.2f));
      canvas_.AddTriangle(p(neck, middle - px(5)), p(neck, middle + px(5)), p(end, middle), edge,
                          px(1.2f));
    }
    ImFont* const font = view_.fonts.small;
    const ImU32 colour = possible ? theme().text : theme().second_text;
    const float lines = card.second.empty() ? 1 : 2;
    float y = middle - lines * font->FontSize / 2;
    for (const std::string* line : {&card.first, &card.second}) {
      if (line->empty()) continue;
      strokes_.text(p(x0 + px(6), y), faded(colour, opacity), *line, font);
      y += font->FontSize;
    }
  }

  /// Draws the dragged message, and a circle where it can be dropped.
  void ghost() {
    if (!dragged_) return;
    const Position::Flight& flight = position_.flights[dragged_->flight];
    if (const PlaceShape* to = receiver(flight))
      canvas_.AddCircle(p(to->x, to->y), to->radius + px(6),
                        at_receiver(flight) ? theme().good : theme().accent, 40, px(3));
    const ImVec2 by = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
    Rectangle at = dragged_->at;
    at.x0 += by.x;
    at.x1 += by.x;
    at.y0 += by.y;
    at.y1 += by.y;
    paint(*dragged_, at, true, 1.0f);
  }

  const View& view_;
  const View& board_;
  const Position& position_;
  const ShownRun& run_;
  LitMove& lit_;
  ImDrawList& canvas_;
  Strokes strokes_;
  ImVec2 corner_;
  ImVec2 size_;
  ClusterOptions options_;
  ClusterShapes shapes_;
  std::vector<FlightCard> cards_;
  const FlightCard* dragged_ = nullptr;
  int open_menu_ = -1;
  /// The key under which the window stores the lane of the open menu between frames.
  ImGuiID menu_lane_ = ImGui::GetID("menu lane");
};

}  // namespace

void challenge_picture(const View& view, const View& of_board, ImVec2 size, LitMove& lit) {
  ImGui::BeginChild("picture", size, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  BoardPicture(view, of_board, size, lit).draw();
  ImGui::EndChild();
}

}  // namespace locklab::app
